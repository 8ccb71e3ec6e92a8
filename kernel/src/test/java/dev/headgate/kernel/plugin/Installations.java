package dev.headgate.kernel.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Folders as operators have them, each with plugins that were built from source just now; most of
 * them have something wrong.
 */
final class Installations {
  private static final Path EXAMPLE = Path.of("..", "distro", "src", "sdk", "example", "src");

  private final Path root;
  private int built;

  Installations(Path root) {
    this.root = root;
  }

  void example(String installation) throws IOException {
    PluginJars jar = jar();
    try (Stream<Path> files = Files.walk(EXAMPLE)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = EXAMPLE.relativize(file).toString();
        String text = Files.readString(file);
        if (name.endsWith(".java")) {
          jar.source(name, text);
        } else {
          jar.resource(name, text);
        }
      }
    }
    jar.build(place(installation, "team-header", "team-header"));
  }

  void plain(String id) throws IOException {
    jar()
        .manifest(manifest(id, "1.0"))
        .source("module-info.java", module("com.example.modular", ""))
        .source("com/example/Gate.java", gate(id, "LOOK_AROUND"))
        .build(place(id));
  }

  void requires(String id, String module, Path at) throws IOException {
    jar()
        .uses(at)
        .manifest(manifest(id, "1.0"))
        .source("module-info.java", module("com.example.requires", "requires " + module + ";"))
        .source("com/example/Gate.java", gate(id, "\"loaded\""))
        .build(place(id));
  }

  void otherSpi(String id) throws IOException {
    jar()
        .manifest(manifest(id, "[2.0,3.0)"))
        .source("module-info.java", module("com.example.other", ""))
        .source("com/example/Gate.java", gate(id, "\"loaded\""))
        .build(place(id));
  }

  void otherId(String id) throws IOException {
    jar()
        .manifest(manifest("plugin-x", "1.0"))
        .source("module-info.java", module("com.example.other", ""))
        .source("com/example/Gate.java", gate(id, "\"loaded\""))
        .build(place(id));
  }

  void noManifest(String id) throws IOException {
    jar()
        .source("module-info.java", module("com.example.other", ""))
        .source("com/example/Gate.java", gate(id, "\"loaded\""))
        .build(place(id));
  }

  void junk(String id) throws IOException {
    Path jar = place(id);
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "this is no jar");
  }

  void brokenServiceFile(String id) throws IOException {
    jar()
        .manifest(manifest(id, "1.0"))
        .resource("META-INF/services/dev.headgate.spi.Plugin", "# gone\ncom.example.Gone\n")
        .source("com/example/Gate.java", gate(id, "\"loaded\""))
        .build(place(id));
  }

  void throwsInConstructor(String id) throws IOException {
    String throwing =
        gate(id, "\"loaded\"")
            .replace(
                "// constructor",
                "public Gate() { throw new IllegalStateException(\"not today\"); }");
    jar()
        .manifest(manifest(id, "1.0"))
        .source("module-info.java", module("com.example.other", ""))
        .source("com/example/Gate.java", throwing)
        .build(place(id));
  }

  void throwsInStart(String id) throws IOException {
    String throwing =
        gate(id, "\"loaded\"")
            .replace("// start", "if (true) throw new IllegalStateException(\"no disk\");");
    jar()
        .manifest(manifest(id, "1.0"))
        .source("module-info.java", module("com.example.other", ""))
        .source("com/example/Gate.java", throwing)
        .build(place(id));
  }

  void twoVersions(String installation) throws IOException {
    int version = 0;
    for (String id : List.of("first", "second")) {
      version++;
      Path library =
          library(
              Integer.toString(version),
              root.resolve(installation).resolve("plugins").resolve(id).resolve("library.jar"));
      jar()
          .uses(library)
          .manifest(manifest(id, "1.0"))
          .source("module-info.java", module("com.example.user", "requires com.example.library;"))
          .source("com/example/Gate.java", gate(id, "com.example.library.Library.version()"))
          .build(place(installation, id, id));
    }
  }

  void notModular(String id) throws IOException {
    jar()
        .manifest(manifest(id, "1.0"))
        .resource("META-INF/services/dev.headgate.spi.Plugin", "com.example.Gate\n")
        .source("com/example/Gate.java", gate(id, "LOOK_AROUND"))
        .build(place(id));
  }

  void modularWithPlainLibrary(String id) throws IOException {
    Path library = place(id).resolveSibling("library.jar");
    jar().source("com/example/library/Library.java", librarySource("3")).build(library);
    jar()
        .uses(library)
        .manifest(manifest(id, "1.0"))
        .source("module-info.java", module("com.example.user", "requires library;"))
        .source("com/example/Gate.java", gate(id, "com.example.library.Library.version()"))
        .build(place(id));
  }

  void carriesSpi(String id) throws IOException {
    plainNamed(id);
    jar()
        .source("module-info.java", "module dev.headgate.spi { exports dev.headgate.spi; }")
        .source("dev/headgate/spi/Plugin.java", "package dev.headgate.spi; public class Plugin {}")
        .build(place(id).resolveSibling("spi.jar"));
  }

  private void plainNamed(String id) throws IOException {
    jar()
        .manifest(manifest(id, "1.0"))
        .source("module-info.java", module("com.example.other", ""))
        .source("com/example/Gate.java", gate(id, "\"loaded\""))
        .build(place(id));
  }

  void nativeAccess(String id, String yaml) throws IOException {
    jar()
        .manifest(manifest(id, "1.0") + "grants = native-access\n")
        .source("module-info.java", module("com.example.nativeaccess", ""))
        .source(
            "com/example/Gate.java",
            gate(id, "\"native \" + Gate.class.getModule().isNativeAccessEnabled()"))
        .build(place(id));
    Files.writeString(root.resolve(id).resolve("given.yaml"), yaml);
  }

  void switchedOff(String id) throws IOException {
    junk(id);
    Files.writeString(
        root.resolve(id).resolve("given.yaml"), "headgate: {plugins: {without: [switched-off]}}\n");
  }

  void withoutBuiltIn(String id) throws IOException {
    Files.createDirectories(root.resolve(id));
    Files.writeString(
        root.resolve(id).resolve("given.yaml"), "headgate: {plugins: {without: [built-in]}}\n");
  }

  Path builtIn() throws IOException {
    return jar()
        .manifest(manifest("built-in", "1.0"))
        .source(
            "module-info.java",
            module("com.example.builtin", "").replace("com.example.Gate", "com.example.own.Gate"))
        .source(
            "com/example/own/Gate.java",
            gate("built-in", "\"from the distribution\"")
                .replace("package com.example;", "package com.example.own;"))
        .build(root.resolve(".built-in/built-in.jar"));
  }

  Path library(String version, Path jar) throws IOException {
    return jar()
        .source("module-info.java", "module com.example.library { exports com.example.library; }")
        .source("com/example/library/Library.java", librarySource(version))
        .build(jar);
  }

  private static String librarySource(String version) {
    return """
    package com.example.library;
    public final class Library {
      public static String version() {
        return "library VERSION";
      }
    }
    """
        .replace("VERSION", version);
  }

  private static String manifest(String id, String spi) {
    return """
    id = ID
    version = 1
    spi = SPI
    kinds = HeaderGate
    """
        .replace("ID", id)
        .replace("SPI", spi);
  }

  private static String module(String name, String requires) {
    return """
    module NAME {
      requires dev.headgate.spi;
      REQUIRES
      provides dev.headgate.spi.Plugin with com.example.Gate;
    }
    """
        .replace("NAME", name)
        .replace("REQUIRES", requires);
  }

  /** A plugin that leaves a file when its class is initialized, and another when it closes. */
  private String gate(String id, String text) {
    return """
    package com.example;

    import dev.headgate.spi.Decision;
    import dev.headgate.spi.Extension;
    import dev.headgate.spi.Plugin;
    import dev.headgate.spi.PluginContext;
    import dev.headgate.spi.auth.HeaderGate;
    import dev.headgate.spi.request.ExchangeView;
    import java.nio.file.Files;
    import java.nio.file.Path;
    import java.util.List;

    public final class Gate implements Plugin, HeaderGate {
      static {
        leave("initialized");
      }

      // constructor

      static void leave(String what) {
        try {
          Files.writeString(Path.of("MARKERS", "ID." + what), what);
        } catch (java.io.IOException e) {
          throw new java.io.UncheckedIOException(e);
        }
      }

      @Override
      public List<Extension> start(PluginContext context) {
        // start
        return List.of(this);
      }

      @Override
      public void close() {
        leave("closed");
      }

      @Override
      public Decision check(ExchangeView exchange) {
        return Decision.warn(TEXT);
      }

      static String around() {
        return "module " + Gate.class.getModule().getName()
            + ", kernel: " + see("dev.headgate.kernel.plugin.PluginRuntime")
            + ", server: " + see("io.helidon.webserver.WebServer")
            + ", json: " + see("tools.jackson.core.JsonParser")
            + ", layer: " + layer();
      }

      static String layer() {
        ModuleLayer layer = Gate.class.getModule().getLayer();
        return layer == null ? "none" : layer == ModuleLayer.boot() ? "boot" : "own";
      }

      static String see(String name) {
        try {
          return "seen in " + Class.forName(name).getModule();
        } catch (ClassNotFoundException e) {
          return "hidden";
        }
      }
    }
    """
        .replace("TEXT", text.equals("LOOK_AROUND") ? "around()" : text)
        .replace("MARKERS", root.toString())
        .replace("ID", id);
  }

  private PluginJars jar() throws IOException {
    built++;
    return PluginJars.in(
        Files.createDirectories(root.resolve(".classes/" + built)), GatewayJvm.SPI);
  }

  private Path place(String id) {
    return place(id, id, id);
  }

  private Path place(String installation, String id, String jar) {
    return root.resolve(installation).resolve("plugins").resolve(id).resolve(jar + ".jar");
  }
}
