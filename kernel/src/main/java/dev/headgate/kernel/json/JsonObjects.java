package dev.headgate.kernel.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Small objects within a body, made anew with one member changed. */
public final class JsonObjects {

  private JsonObjects() {}

  /**
   * An object with a member set: in place when it is there, else as the last one. Every other byte
   * stays.
   *
   * @param object the object; anything else, or null, counts as an empty one
   * @param name the member
   * @param json its value
   */
  public static byte[] with(byte @Nullable [] object, String name, byte[] json) {
    if (object == null || object.length == 0 || object[0] != '{') {
      return with("{}".getBytes(StandardCharsets.ISO_8859_1), name, json);
    }
    int length = object.length;
    int value = LooseJson.member(object, 0, length, name);
    if (value >= 0) {
      return spliced(object, value, Math.max(value, LooseJson.value(object, value, length)), json);
    }
    int last = -1;
    int p = LooseJson.first(object, 0, length);
    while (p >= 0) {
      last = LooseJson.value(object, memberValue(object, p), length);
      p = LooseJson.next(object, last, length);
    }
    byte[] quoted = JsonText.quote(name);
    byte[] member = new byte[quoted.length + json.length + 2];
    member[0] = ',';
    System.arraycopy(quoted, 0, member, 1, quoted.length);
    member[quoted.length + 1] = ':';
    System.arraycopy(json, 0, member, quoted.length + 2, json.length);
    if (last >= 0) {
      return spliced(object, last, last, member);
    }
    byte[] only = Arrays.copyOfRange(member, 1, member.length);
    return spliced(object, 1, 1, only);
  }

  private static int memberValue(byte[] object, int at) {
    return LooseJson.afterName(object, LooseJson.string(object, at, object.length), object.length);
  }

  private static byte[] spliced(byte[] bytes, int from, int to, byte[] replacement) {
    byte[] result = new byte[bytes.length - (to - from) + replacement.length];
    System.arraycopy(bytes, 0, result, 0, from);
    System.arraycopy(replacement, 0, result, from, replacement.length);
    System.arraycopy(bytes, to, result, from + replacement.length, bytes.length - to);
    return result;
  }
}
