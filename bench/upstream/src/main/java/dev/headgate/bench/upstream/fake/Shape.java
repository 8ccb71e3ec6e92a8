package dev.headgate.bench.upstream.fake;

import dev.headgate.bench.upstream.wire.RequestHead;

/**
 * How an answer is to be, said by the model's name, which every gateway lets through: {@code
 * shape-d20-c50-g5-b4096-s} waits 20 ms, streams 50 pieces 5 ms apart, gives plain answers 4,096
 * bytes of text, and stamps the pieces. Each part may be left out.
 */
record Shape(int delayMillis, int chunks, int gapMillis, int bodyBytes, boolean stamped) {

  static final Shape NONE =
      new Shape(RequestHead.UNSET, RequestHead.UNSET, RequestHead.UNSET, RequestHead.UNSET, false);

  private static final String PREFIX = "shape";

  static Shape of(String model) {
    if (!model.matches(PREFIX + "(-[dcgb][0-9]{1,9}|-s)*")) {
      return NONE;
    }
    Shape shape = NONE;
    for (String part : model.substring(PREFIX.length()).split("-", -1)) {
      shape = part.isEmpty() ? shape : shape.with(part);
    }
    return shape;
  }

  private Shape with(String part) {
    if (part.equals("s")) {
      return new Shape(delayMillis, chunks, gapMillis, bodyBytes, true);
    }
    int number = Integer.parseInt(part.substring(1));
    return switch (part.charAt(0)) {
      case 'd' -> new Shape(number, chunks, gapMillis, bodyBytes, stamped);
      case 'c' -> new Shape(delayMillis, number, gapMillis, bodyBytes, stamped);
      case 'g' -> new Shape(delayMillis, chunks, number, bodyBytes, stamped);
      default -> new Shape(delayMillis, chunks, gapMillis, number, stamped);
    };
  }
}
