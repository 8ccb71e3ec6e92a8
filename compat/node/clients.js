// The official Node SDKs against a gateway. Reads HEADGATE_URL and HEADGATE_KEY, prints `ok NAME` or
// `FAIL NAME: why` for each thing tried.
import assert from 'node:assert';
import OpenAI from 'openai';
import Anthropic from '@anthropic-ai/sdk';

const url = process.env.HEADGATE_URL;
const apiKey = process.env.HEADGATE_KEY;
const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });
const claude = new Anthropic({ baseURL: url, apiKey, maxRetries: 0 });
const messages = [{ role: 'user', content: 'hello' }];
const toolMessages = [{ role: 'user', content: 'use the tool' }];
const parameters = { type: 'object', properties: { location: { type: 'string' } } };
const tools = [{ type: 'function', function: { name: 'weather', parameters } }];

async function refused(call, status) {
  try {
    await call();
  } catch (error) {
    assert.equal(error.status, status);
    return error;
  }
  throw new Error('it was not refused');
}

const tests = {
  async chat() {
    const answer = await openai.chat.completions.create({ model: 'gpt-4o', messages });
    assert.ok(answer.choices[0].message.content);
    assert.equal(answer.model, 'gpt-4o');
  },
  async chatStream() {
    let text = '';
    const stream = await openai.chat.completions.create({ model: 'gpt-4o', messages, stream: true });
    for await (const chunk of stream) {
      assert.ok(chunk.choices.length, 'a frame without choices that nobody asked for');
      text += chunk.choices[0].delta.content ?? '';
    }
    assert.ok(text);
  },
  async chatStreamUsage() {
    let last;
    const stream = await openai.chat.completions.create({
      model: 'gpt-4o', messages, stream: true, stream_options: { include_usage: true },
    });
    for await (const chunk of stream) last = chunk;
    assert.equal(last.choices.length, 0);
    assert.ok(last.usage.total_tokens);
  },
  async tools() {
    const answer = await openai.chat.completions.create({ model: 'gpt-4o', messages: toolMessages, tools });
    assert.equal(answer.choices[0].message.tool_calls[0].function.name, 'weather');
  },
  async toolsStream() {
    const answer = await openai.chat.completions
      .stream({ model: 'gpt-4o', messages: toolMessages, tools })
      .finalChatCompletion();
    JSON.parse(answer.choices[0].message.tool_calls[0].function.arguments);
  },
  async embeddings() {
    const answer = await openai.embeddings.create({ model: 'text-embedding-3-small', input: ['a', 'b'] });
    assert.equal(answer.data.length, 2);
    assert.equal(typeof answer.data[0].embedding[0], 'number');
  },
  async responses() {
    const answer = await openai.responses.create({ model: 'gpt-4o', input: 'hello' });
    assert.ok(answer.output_text);
    assert.equal((await openai.responses.retrieve(answer.id)).id, answer.id);
    await openai.responses.delete(answer.id);
  },
  async responsesStream() {
    let last;
    const stream = await openai.responses.create({ model: 'gpt-4o', input: 'hello', stream: true });
    for await (const event of stream) last = event;
    assert.equal(last.type, 'response.completed');
  },
  async models() {
    const names = [];
    for await (const model of openai.models.list()) names.push(model.id);
    assert.ok(names.includes('gpt-4o'));
  },
  async errorBadKey() {
    const bad = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'sk-not-a-known-key', maxRetries: 0 });
    const error = await refused(() => bad.chat.completions.create({ model: 'gpt-4o', messages }), 401);
    assert.equal(error.type, 'token_not_found_in_db');
  },
  async errorRateLimit() {
    const error = await refused(() => openai.chat.completions.create({ model: 'fake/429', messages }), 429);
    assert.equal(error.type, 'throttling_error');
  },
  async errorMidStream() {
    const stream = await openai.chat.completions.create({ model: 'fake/cut', messages, stream: true });
    await assert.rejects(async () => {
      for await (const chunk of stream) assert.ok(chunk);
    });
  },
  async messages() {
    const answer = await claude.messages.create({ model: 'claude', max_tokens: 16, messages });
    assert.ok(answer.content[0].text);
  },
  async messagesStream() {
    const answer = await claude.messages.stream({ model: 'claude', max_tokens: 16, messages }).finalMessage();
    assert.ok(answer.content[0].text);
  },
  async messagesCount() {
    assert.ok((await claude.messages.countTokens({ model: 'claude', messages })).input_tokens);
  },
  async messagesOtherDialect() {
    await refused(() => claude.messages.create({ model: 'gpt-4o', max_tokens: 16, messages }), 400);
  },
};

for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    console.log(`ok ${name}`);
  } catch (error) {
    console.log(`FAIL ${name}: ${String(error?.stack ?? error).replaceAll('\n', ' ')}`);
  }
}
