// Writes golden-<encoding>.txt: what the core of tiktoken, in its build for npm, makes of some two
// thousand short texts. A counter must agree with it before it may serve.
//
//   npm install && node golden.mjs

import { createRequire } from "node:module";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(process.env.HEADGATE_NODE_MODULES ?? import.meta.url);
const { get_encoding } = require("tiktoken");

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, "../main/resources/dev/headgate/tokenizers");

// A generator of numbers that gives the same ones everywhere.
let state = 20260101;
function below(bound) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 4294967296) * bound);
}
const pick = (list) => list[below(list.length)];

const sentences = [
  "The quick brown fox jumps over the lazy dog.",
  "Shouldn't've, y'all'd've; we're, they'll, I'm, he'd, it's 'twas O'Neill's 'RE 'Ll.",
  "In 2024, 1234567 people paid $3,141.59 (or 99.5 %) on 12/31/1999 at 23:59:59.",
  "HTTPServerError: XMLHttpRequest failed in parseJSONResponse() of camelCaseAPIv2",
  "public static void main(String[] args) {\n    System.out.println(\"Hello, World!\");\n}\n",
  "def f(x):\n\treturn [i**2 for i in range(x) if i % 2 == 0]\n\n\nprint(f(10))\n",
  "SELECT id, name FROM users WHERE email LIKE '%@example.com' ORDER BY created_at DESC;",
  "https://example.com/a/b/c?x=1&y=2#frag // comment\n/// doc\n/* block */\n",
  "{\"key\": [1, 2.5e-10, null, true], \"nested\": {\"a\\u00e9\": \"\\ud83d\\ude00\"}}",
  "  leading, trailing and   inner   blanks  \n \n\n\t\t\r\n  x \r\n\r\n   ",
  "d41d8cd98f00b204e9800998ecf8427e 550e8400-e29b-41d4-a716-446655440000 SGVsbG8gV29ybGQh==",
  "L'été, où les élèves naïfs mangèrent des crêpes, fut très court; ça va ?",
  "Der Übergrößenträger fährt größtenteils über die Straße nach Köln.",
  "El niño comió piñas y bebió café en la mañana. ¿Dónde está la biblioteca?",
  "O coração não esquece; amanhã haverá pão e maçãs à mesa.",
  "Zażółć gęślą jaźń, a potem pójdź do łóżka.",
  "Příliš žluťoučký kůň úpěl ďábelské ódy.",
  "Привет, мир! Съешь же ещё этих мягких французских булок, да выпей чаю.",
  "Η γρήγορη καφέ αλεπού πηδάει πάνω από το τεμπέλικο σκυλί.",
  "مرحبا بالعالم، هذا نص تجريبي باللغة العربية ١٢٣٤٥.",
  "שלום עולם, זהו טקסט בעברית עם ניקוד: שָׁלוֹם.",
  "नमस्ते दुनिया, यह हिन्दी में एक परीक्षण पाठ है। १२३४",
  "สวัสดีชาวโลก นี่คือข้อความทดสอบภาษาไทย",
  "敏捷的棕色狐狸跳过了懒狗。今天天气很好，我们去公园散步吧！",
  "素早い茶色の狐がのろまな犬を飛び越える。カタカナとひらがな、漢字ABC。",
  "빠른 갈색 여우가 게으른 개를 뛰어넘습니다. 안녕하세요 세계!",
  "Tiếng Việt có nhiều dấu thanh điệu: ngã, hỏi, sắc, huyền, nặng.",
  "Türkçe'de ığüşöç İSTANBUL ılık; İ'nin i̇'si.",
  "👩‍👩‍👧‍👦 🏳️‍🌈 😀😃 e\u0301 n\u0303 ﬁ ½ Ⅷ ② 〇 〡 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𝟘𝟙𝟚",
  "<|endoftext|> <|im_start|>user<|im_end|> <|start|>assistant<|channel|>final<|message|>",
];
const parts = [
  "a", "b", "A", "B", "É", "é", "ǅ", "ʰ", "中", "あ", "\u0301", "\u20dd", "1", "2", "٣", "Ⅷ", "½",
  " ", "  ", "\t", "\n", "\r\n", "\u00a0", "\u3000", "\u2028", "\u0085", "\u001c", "\ufeff", "!",
  "?", "/", "-", "'", "'s", "'S", "'ſ", "'re", "'VE", "'ll", "\u2019", "😀", "\u200d", "_", "(",
  "the", " the", "The", " of", "ing", "ABC", "xX", "0", "00", "123", "\u0000", "\u1c89", "\ua7cb",
];
const contexts = [
  (c) => `a${c}a`, (c) => `!${c}!`, (c) => `1${c}1`, (c) => `${c}\u0301`, (c) => `!${c}\n`,
  (c) => `${c}'s`, (c) => `1${c}23`, (c) => ` ${c}'ll`, (c) => `\u2019 ${c}A${c}1${c}`,
];

const texts = new Set([""]);
for (const sentence of sentences) {
  texts.add(sentence);
  for (const word of sentence.split(" ")) {
    texts.add(" " + word);
  }
}
for (let i = 0; i < 900; i++) {
  let text = "";
  for (let k = 1 + below(12); k > 0; k--) {
    text += pick(parts);
  }
  texts.add(text);
}
for (let i = 0; i < 500; i++) {
  const plane = pick([0x800, 0x3000, 0x10000, 0x20000, 0x110000]);
  const codePoint = below(plane);
  if (codePoint < 0xd800 || codePoint > 0xdfff) {
    texts.add(pick(contexts)(String.fromCodePoint(codePoint)));
  }
}
for (const unit of ["a", "ab", "=", " ", "\n", "1", "é", "中", "x1", "🙂", "-=", "Aa"]) {
  for (const times of [7, 31, 130]) {
    texts.add(unit.repeat(times));
  }
}
for (let i = 0; i < 120; i++) {
  let text = "";
  for (let k = 4 + below(40); k > 0; k--) {
    text += String.fromCharCode(97 + below(26));
  }
  texts.add(text);
}

const table = Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) {
    n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  }
  return n >>> 0;
});
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc = table[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}

mkdirSync(folder, { recursive: true });
for (const name of ["r50k_base", "p50k_base", "cl100k_base", "o200k_base"]) {
  const encoding = get_encoding(name);
  let file = "# Written by src/golden/golden.mjs: count, CRC-32 of the ids, text in Base64.\n";
  for (const text of texts) {
    const ids = encoding.encode(text, [], []);
    const bytes = Buffer.from(text, "utf-8");
    file += `${ids.length}\t${crc32(new Uint8Array(Uint32Array.from(ids).buffer))}\t${bytes.toString("base64")}\n`;
  }
  writeFileSync(join(folder, `golden-${name}.txt`), file);
  console.log(name, texts.size, file.length);
}
