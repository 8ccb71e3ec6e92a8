package dev.headgate.bench.upstream.fake;

/** {@code /models}. */
final class Models {

  private Models() {}

  static String list() {
    return "{\"object\":\"list\",\"data\":["
        + one("upstream-small")
        + ","
        + one("upstream-large")
        + ","
        + one("upstream-embedding")
        + "]}";
  }

  static String one(String id) {
    return "{\"id\":\""
        + id.replaceAll("[\\\\\"\\p{Cntrl}]", "")
        + "\",\"object\":\"model\",\"created\":1677652288,\"owned_by\":\"upstream\"}";
  }
}
