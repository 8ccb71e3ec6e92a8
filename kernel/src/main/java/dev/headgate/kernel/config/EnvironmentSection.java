package dev.headgate.kernel.config;

import dev.headgate.kernel.config.tree.Node;
import dev.headgate.kernel.config.tree.Problems;
import java.util.HashMap;
import java.util.Map;

/** The section {@code environment_variables}: as with LiteLLM, it sets the variables. */
final class EnvironmentSection {
  private static final String NAME = "environment_variables";
  private static final String REFERENCE = "os.environ/";

  private EnvironmentSection() {}

  /**
   * The environment as the section leaves it.
   *
   * @param top the top-level section as written
   * @param environment the environment of the process
   * @param problems takes errors and warnings
   */
  static Map<String, String> variables(
      Node.Mapping top, Map<String, String> environment, Problems problems) {
    Map<String, String> variables = new HashMap<>(environment);
    Node.Entry entry = top.entries().get(NAME);
    if (entry == null) {
      return variables;
    }
    if (entry.value() instanceof Node.Mapping section) {
      section
          .entries()
          .forEach((name, value) -> set(name, value, environment, variables, problems));
    } else if (!isNothing(entry.value())) {
      problems.error(
          entry.key() + ": " + NAME + ": found " + entry.value().shape() + ", expected a section");
    }
    return variables;
  }

  private static void set(
      String name,
      Node.Entry entry,
      Map<String, String> environment,
      Map<String, String> variables,
      Problems problems) {
    String path = NAME + "." + name;
    if (!(entry.value() instanceof Node.Scalar scalar)) {
      problems.error(
          entry.key() + ": " + path + ": found " + entry.value().shape() + ", expected a text");
      return;
    }
    if (name.startsWith("HEADGATE_")) {
      problems.warn(
          entry.key(), path, "has no effect on settings here; set them under headgate instead");
    }
    if (isNothing(scalar)) {
      return;
    }
    String text = scalar.text();
    String value =
        text.startsWith(REFERENCE) ? environment.get(text.substring(REFERENCE.length())) : text;
    if (value != null) {
      variables.put(name, value);
    }
  }

  private static boolean isNothing(Node node) {
    return node instanceof Node.Scalar scalar && scalar.kind() == Node.Kind.NOTHING;
  }
}
