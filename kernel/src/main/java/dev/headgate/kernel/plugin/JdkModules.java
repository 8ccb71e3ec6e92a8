package dev.headgate.kernel.plugin;

import java.util.Set;

/**
 * The modules of the JDK that a plugin may require without a grant. What is missing looks into
 * other processes, changes loaded classes or holds the compiler.
 */
final class JdkModules {
  private static final Set<String> ALLOWED =
      Set.of(
          "java.base",
          "java.compiler",
          "java.datatransfer",
          "java.desktop",
          "java.logging",
          "java.management",
          "java.naming",
          "java.net.http",
          "java.prefs",
          "java.rmi",
          "java.scripting",
          "java.security.jgss",
          "java.security.sasl",
          "java.sql",
          "java.sql.rowset",
          "java.transaction.xa",
          "java.xml",
          "java.xml.crypto",
          "jdk.charsets",
          "jdk.crypto.cryptoki",
          "jdk.crypto.ec",
          "jdk.httpserver",
          "jdk.jfr",
          "jdk.localedata",
          "jdk.management",
          "jdk.naming.dns",
          "jdk.net",
          "jdk.nio.mapmode",
          "jdk.security.auth",
          "jdk.security.jgss",
          "jdk.unsupported",
          "jdk.xml.dom",
          "jdk.zipfs");

  private JdkModules() {}

  static boolean allowed(String name) {
    return ALLOWED.contains(name);
  }

  /** Whether a name is the JDK's own. */
  static boolean owns(String name) {
    return name.startsWith("java.") || name.startsWith("jdk.");
  }

  /** Whether this runtime was started with the module. */
  static boolean present(String name) {
    return ModuleLayer.boot().findModule(name).isPresent();
  }
}
