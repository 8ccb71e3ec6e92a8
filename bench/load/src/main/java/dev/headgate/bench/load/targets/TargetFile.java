package dev.headgate.bench.load.targets;

import dev.headgate.bench.load.BenchException;
import dev.headgate.bench.load.drive.Expectation.Closeness;
import dev.headgate.bench.load.scenario.Section;
import dev.headgate.bench.load.scenario.SectionFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How something that load can go to is installed and started; see bench/peers/README.md.
 *
 * @param name the file's name without its ending
 * @param title what people call it
 * @param versionCommand prints its version
 * @param program what must be installed on the machine
 * @param installPip a pip requirement, put into a virtual environment in the cache
 * @param installNpm an npm package, put into a folder in the cache
 * @param start the command
 * @param closeness how closely its answers are compared with the upstream's
 * @param key the key that its clients send
 * @param keyRequest the body of a request for a virtual key, where it gives any
 * @param model a template for each model in {@code ${models}}
 * @param plugins Headgate's plugins, where it is a Headgate with chosen ones
 * @param checksKeys whether it refuses a key that it does not know
 * @param jvm whether it is a HotSpot whose heap can be looked at
 * @param environment its environment
 * @param headers what its clients send besides
 * @param files what lies in its working folder
 */
public record TargetFile(
    String name,
    String title,
    Optional<String> versionCommand,
    Optional<String> program,
    Optional<String> installPip,
    Optional<String> installNpm,
    String start,
    Closeness closeness,
    String key,
    Optional<String> keyRequest,
    String model,
    List<String> plugins,
    boolean checksKeys,
    boolean jvm,
    Map<String, String> environment,
    Map<String, String> headers,
    Map<String, String> files) {

  /** The ending of target files. */
  public static final String ENDING = ".target";

  public static TargetFile read(Path path) {
    return of(String.valueOf(path.getFileName()).replace(ENDING, ""), SectionFile.read(path));
  }

  static TargetFile of(String name, SectionFile file) {
    Section top = file.top();
    TargetFile target =
        new TargetFile(
            name,
            top.required("title"),
            top.value("version"),
            top.value("program"),
            top.value("install-pip"),
            top.value("install-npm"),
            top.required("start"),
            closeness(top),
            top.value("key", "sk-benchmark-0123456789abcdef"),
            top.value("key-request"),
            top.value("model", ""),
            top.words("plugins"),
            top.flag("checks-keys"),
            top.flag("jvm"),
            top.withPrefix("environment."),
            top.withPrefix("header."),
            file.all("file").stream().collect(Collectors.toMap(Section::name, Section::text)));
    file.refuseUnknown(List.of("file"));
    return target;
  }

  private static Closeness closeness(Section top) {
    String value = top.value("compare", "text");
    return switch (value) {
      case "bytes" -> Closeness.BYTES;
      case "text" -> Closeness.TEXT;
      default -> throw top.wrong("compare", value, "bytes or text");
    };
  }

  /** The same under another name and with one plugin more. */
  public TargetFile withPlugin(String plugin) {
    if (plugins.isEmpty()) {
      throw new BenchException(name + " has no list of plugins to add " + plugin + " to");
    }
    List<String> more = Stream.concat(plugins.stream(), Stream.of(plugin)).distinct().toList();
    return new TargetFile(
        name + "+" + plugin,
        title + " and " + plugin,
        versionCommand,
        program,
        installPip,
        installNpm,
        start,
        closeness,
        key,
        keyRequest,
        model,
        more,
        checksKeys,
        jvm,
        environment,
        headers,
        files);
  }
}
