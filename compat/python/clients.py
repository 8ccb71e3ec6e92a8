"""The official Python SDKs against a gateway.

Reads HEADGATE_URL and HEADGATE_KEY, prints `ok NAME` or `FAIL NAME: why` for each thing tried.
"""

import asyncio
import os

import anthropic
import openai

URL = os.environ["HEADGATE_URL"]
KEY = os.environ["HEADGATE_KEY"]
ASK = [{"role": "user", "content": "hello"}]
TOOL_ASK = [{"role": "user", "content": "use the tool"}]
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "weather",
            "parameters": {"type": "object", "properties": {"location": {"type": "string"}}},
        },
    }
]
MESSAGE_TOOLS = [{"name": "weather", "input_schema": {"type": "object"}}]

sync = openai.OpenAI(base_url=URL + "/v1", api_key=KEY, max_retries=0)
asyn = openai.AsyncOpenAI(base_url=URL + "/v1", api_key=KEY, max_retries=0)
claude = anthropic.Anthropic(base_url=URL, api_key=KEY, max_retries=0)
async_claude = anthropic.AsyncAnthropic(base_url=URL, api_key=KEY, max_retries=0)


def chat():
    answer = sync.chat.completions.create(model="gpt-4o", messages=ASK)
    assert answer.choices[0].message.content
    assert answer.model == "gpt-4o", answer.model
    assert answer.usage.total_tokens == 21


def chat_stream():
    text = ""
    for chunk in sync.chat.completions.create(model="gpt-4o", messages=ASK, stream=True):
        assert chunk.choices, "a frame without choices that nobody asked for"
        text += chunk.choices[0].delta.content or ""
    assert text


def chat_stream_usage():
    last = None
    options = {"include_usage": True}
    for chunk in sync.chat.completions.create(
        model="gpt-4o", messages=ASK, stream=True, stream_options=options
    ):
        last = chunk
    assert last.choices == [] and last.usage.total_tokens == 21


async def chat_async():
    answer = await asyn.chat.completions.create(model="gpt-4o", messages=ASK)
    assert answer.choices[0].message.content


async def chat_stream_async():
    text = ""
    async for chunk in await asyn.chat.completions.create(model="gpt-4o", messages=ASK, stream=True):
        text += chunk.choices[0].delta.content or ""
    assert text


def tools():
    answer = sync.chat.completions.create(model="gpt-4o", messages=TOOL_ASK, tools=TOOLS)
    assert answer.choices[0].message.tool_calls[0].function.name == "weather"


def tools_stream():
    with sync.chat.completions.stream(model="gpt-4o", messages=TOOL_ASK, tools=TOOLS) as stream:
        for _ in stream:
            pass
        call = stream.get_final_completion().choices[0].message.tool_calls[0]
    assert call.function.name == "weather" and call.function.arguments.endswith("}")


def completions():
    assert sync.completions.create(model="gpt-4o", prompt="x").choices[0].text


def embeddings():
    answer = sync.embeddings.create(model="text-embedding-3-small", input=["a", "b"])
    assert len(answer.data) == 2 and len(answer.data[0].embedding) > 10


def embeddings_float():
    answer = sync.embeddings.create(
        model="text-embedding-3-small", input="a", encoding_format="float"
    )
    assert isinstance(answer.data[0].embedding[0], float)


def responses():
    answer = sync.responses.create(model="gpt-4o", input="hello")
    assert answer.output_text
    assert sync.responses.retrieve(answer.id).id == answer.id
    assert sync.responses.input_items.list(answer.id).data
    sync.responses.delete(answer.id)


def responses_stream():
    with sync.responses.stream(model="gpt-4o", input="hello") as stream:
        kinds = [event.type for event in stream]
        assert stream.get_final_response().output_text
    assert kinds[-1] == "response.completed"


async def responses_async():
    assert (await asyn.responses.create(model="gpt-4o", input="hello")).output_text


def models():
    assert "gpt-4o" in [model.id for model in sync.models.list()]
    assert sync.models.retrieve("gpt-4o").id == "gpt-4o"


def refused(call, kind, status):
    try:
        call()
    except kind as error:
        assert error.status_code == status, error.status_code
        return error
    raise AssertionError("it was not refused")


def error_bad_key():
    bad = openai.OpenAI(base_url=URL + "/v1", api_key="sk-not-a-known-key", max_retries=0)
    error = refused(
        lambda: bad.chat.completions.create(model="gpt-4o", messages=ASK),
        openai.AuthenticationError,
        401,
    )
    assert error.type == "token_not_found_in_db" and error.param == "key", error.body


def error_unknown_model():
    error = refused(
        lambda: sync.chat.completions.create(model="nothing", messages=ASK),
        openai.BadRequestError,
        400,
    )
    assert error.param == "model"


def error_rate_limit():
    error = refused(
        lambda: sync.chat.completions.create(model="fake/429", messages=ASK),
        openai.RateLimitError,
        429,
    )
    assert error.type == "throttling_error"


def error_context():
    error = refused(
        lambda: sync.chat.completions.create(model="fake/context", messages=ASK),
        openai.BadRequestError,
        400,
    )
    assert error.code == "context_length_exceeded"


def error_mid_stream():
    try:
        for _ in sync.chat.completions.create(model="fake/cut", messages=ASK, stream=True):
            pass
    except openai.APIError:
        return
    raise AssertionError("a stream that broke off was taken for a whole one")


def messages():
    answer = claude.messages.create(model="claude", max_tokens=16, messages=ASK)
    assert answer.content[0].text and answer.usage.output_tokens


def messages_stream():
    with claude.messages.stream(model="claude", max_tokens=16, messages=ASK) as stream:
        for _ in stream:
            pass
        assert stream.get_final_message().content[0].text


async def messages_async():
    answer = await async_claude.messages.create(model="claude", max_tokens=16, messages=ASK)
    assert answer.content[0].text


def messages_tools():
    with claude.messages.stream(
        model="claude", max_tokens=16, messages=TOOL_ASK, tools=MESSAGE_TOOLS
    ) as stream:
        for _ in stream:
            pass
        assert any(block.type == "tool_use" for block in stream.get_final_message().content)


def messages_count():
    assert claude.messages.count_tokens(model="claude", messages=ASK).input_tokens > 0


def messages_other_dialect():
    refused(
        lambda: claude.messages.create(model="gpt-4o", max_tokens=16, messages=ASK),
        anthropic.BadRequestError,
        400,
    )


def messages_bad_key():
    bad = anthropic.Anthropic(base_url=URL, api_key="sk-not-a-known-key", max_retries=0)
    refused(
        lambda: bad.messages.create(model="claude", max_tokens=16, messages=ASK),
        anthropic.AuthenticationError,
        401,
    )


async def main():
    for test in [
        chat,
        chat_stream,
        chat_stream_usage,
        chat_async,
        chat_stream_async,
        tools,
        tools_stream,
        completions,
        embeddings,
        embeddings_float,
        responses,
        responses_stream,
        responses_async,
        models,
        error_bad_key,
        error_unknown_model,
        error_rate_limit,
        error_context,
        error_mid_stream,
        messages,
        messages_stream,
        messages_async,
        messages_tools,
        messages_count,
        messages_other_dialect,
        messages_bad_key,
    ]:
        try:
            outcome = test()
            if asyncio.iscoroutine(outcome):
                await outcome
            print("ok", test.__name__, flush=True)
        except Exception as error:
            print(f"FAIL {test.__name__}: {type(error).__name__} {error}".replace("\n", " "), flush=True)


asyncio.run(main())
