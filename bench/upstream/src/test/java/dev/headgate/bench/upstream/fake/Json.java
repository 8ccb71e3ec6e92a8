package dev.headgate.bench.upstream.fake;

/** Looks into JSON by a path of names and indexes. */
public final class Json {

  private final Object value;

  private Json(Object value) {
    this.value = value;
  }

  public static Json parse(String text) {
    return new Json(JsonTree.parse(text));
  }

  /** The string at the path, empty where there is none. */
  public String text(Object... path) {
    return at(path) instanceof String text ? text : "";
  }

  public double number(Object... path) {
    return (Double) at(path);
  }

  public int size(Object... path) {
    return JsonTree.elements(at(path)).size();
  }

  private Object at(Object... path) {
    Object at = value;
    for (Object step : path) {
      if (step instanceof Integer index) {
        at =
            index < JsonTree.elements(at).size() ? JsonTree.elements(at).get(index) : JsonTree.NULL;
      } else {
        at = JsonTree.member(at, step.toString());
      }
    }
    return at;
  }
}
