package dev.headgate.bench.upstream.fake;

/** Whose protocol a route speaks. */
enum Dialect {
  OPENAI,
  ANTHROPIC
}
