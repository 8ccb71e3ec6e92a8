package dev.headgate.kernel.envelope;

import dev.headgate.kernel.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fields that a body gets in addition, in the order in which they came. */
final class AppendedFields {
  private final List<Field> fields = new ArrayList<>(2);

  int count() {
    return fields.size();
  }

  /** The name as JSON, with its colon. */
  byte[] name(int index) {
    return fields.get(index).label;
  }

  byte[] value(int index) {
    return fields.get(index).value;
  }

  byte @Nullable [] get(String name) {
    for (Field field : fields) {
      if (field.name.equals(name)) {
        return field.value;
      }
    }
    return null;
  }

  void clear() {
    if (!fields.isEmpty()) {
      fields.clear();
    }
  }

  void copy(AppendedFields other) {
    clear();
    if (other.count() > 0) {
      fields.addAll(other.fields);
    }
  }

  void put(String name, byte[] value) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name.equals(name)) {
        fields.set(i, new Field(name, fields.get(i).label, value));
        return;
      }
    }
    fields.add(new Field(name, label(name), value));
  }

  private static byte[] label(String name) {
    byte[] quoted = JsonText.quote(name);
    byte[] label = new byte[quoted.length + 1];
    System.arraycopy(quoted, 0, label, 0, quoted.length);
    label[quoted.length] = ':';
    return label;
  }

  void remove(String name) {
    if (!fields.isEmpty()) {
      fields.removeIf(field -> field.name.equals(name));
    }
  }

  private static final class Field {
    private final String name;
    private final byte[] label;
    private final byte[] value;

    Field(String name, byte[] label, byte[] value) {
      this.name = name;
      this.label = label;
      this.value = value;
    }
  }
}
