package dev.headgate.kernel.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Builds the jar of a plugin from source with nothing but the compiler, as its author would. */
final class PluginJars {
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  private final Path work;
  private final List<Path> modulePath = new ArrayList<>();
  private final Map<String, String> sources = new LinkedHashMap<>();
  private final Map<String, String> resources = new TreeMap<>();
  private String leftOut = "";

  private PluginJars(Path work, Path spi) {
    this.work = work;
    modulePath.add(spi);
  }

  /**
   * @param work an empty folder for classes
   * @param spi the classes of the SPI, all that an author needs
   */
  static PluginJars in(Path work, Path spi) {
    return new PluginJars(work, spi);
  }

  PluginJars source(String name, String text) {
    sources.put(name, text);
    return this;
  }

  PluginJars resource(String name, String text) {
    resources.put(name, text);
    return this;
  }

  PluginJars manifest(String text) {
    return resource("META-INF/headgate/plugin.properties", text);
  }

  PluginJars uses(Path module) {
    modulePath.add(module);
    return this;
  }

  /** Leaves a class out of the jar. */
  PluginJars without(String classFile) {
    leftOut = classFile;
    return this;
  }

  /** Compiles and packs. */
  Path build(Path jar) throws IOException {
    compile();
    Files.createDirectories(jar.getParent());
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream packed = new JarOutputStream(file)) {
      try (Stream<Path> classes = Files.walk(work)) {
        for (Path one : classes.filter(Files::isRegularFile).sorted().toList()) {
          String name = work.relativize(one).toString();
          if (!name.equals(leftOut)) {
            add(packed, name, Files.readAllBytes(one));
          }
        }
      }
      for (Map.Entry<String, String> resource : resources.entrySet()) {
        add(packed, resource.getKey(), resource.getValue().getBytes(UTF_8));
      }
    }
    return jar;
  }

  private void compile() {
    boolean modular = sources.containsKey("module-info.java");
    String path = String.join(":", modulePath.stream().map(Path::toString).toList());
    StringWriter messages = new StringWriter();
    List<Source> units =
        sources.entrySet().stream().map(one -> new Source(one.getKey(), one.getValue())).toList();
    List<String> options =
        List.of(
            "-d", work.toString(), "-proc:none", modular ? "--module-path" : "--class-path", path);
    if (!COMPILER.getTask(messages, null, null, options, null, units).call()) {
      throw new AssertionError("the source of a test does not compile:\n" + messages);
    }
  }

  private static void add(JarOutputStream jar, String name, byte[] content) throws IOException {
    jar.putNextEntry(new JarEntry(name));
    jar.write(content);
    jar.closeEntry();
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///" + name), JavaFileObject.Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
