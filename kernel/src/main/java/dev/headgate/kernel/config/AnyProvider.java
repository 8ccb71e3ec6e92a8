package dev.headgate.kernel.config;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Spells out a deployment whose provider the requested name decides. */
final class AnyProvider {
  private AnyProvider() {}

  static Stream<ModelEntry> spell(ModelEntry model, Set<String> prefixes) {
    if (!model.provider().equals(ModelName.ANY)) {
      return Stream.of(model);
    }
    if (!model.group().equals("*")) {
      String provider = ModelName.family(model.group()).orElse("openai");
      return Stream.of(model.under(model.group(), new ModelName(provider, model.group(), "")));
    }
    // What a client's star stood for takes the place of the star in the provider's name.
    return Stream.concat(
        new TreeSet<>(prefixes)
            .stream().map(prefix -> model.under(prefix + "/*", new ModelName(prefix, "*", ""))),
        ModelName.families().stream()
            .filter(family -> prefixes.contains(family.provider()))
            .map(family -> {
              String names = family.start() + "*";
              return model.under(names, new ModelName(family.provider(), names, ""));
            }));
  }
}
