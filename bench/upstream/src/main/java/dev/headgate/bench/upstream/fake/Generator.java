package dev.headgate.bench.upstream.fake;

/** The answers of one route that generates text. */
interface Generator {

  /** The JSON of a plain answer. */
  String whole(Call call);

  /** The events of a streamed answer. */
  EventStream events(Call call);
}
