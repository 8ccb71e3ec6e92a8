package dev.headgate.compat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The OpenAI and Anthropic SDKs for Node. */
class NodeClientsTest {

  @TestFactory
  Stream<DynamicTest> theOfficialSdksWork() throws IOException, InterruptedException {
    ClientProgram program = new ClientProgram("node");
    for (String file : new String[] {"package.json", "package-lock.json", "clients.js"}) {
      Files.copy(
          Path.of("node", file), program.work().resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    program.prepare(
        "the installation of the Node SDKs",
        List.of("npm", "ci", "--no-audit", "--no-fund", "--silent"));
    try (Setting setting = new Setting()) {
      return program.run(setting.url(), List.of("node", "clients.js")).toList().stream();
    }
  }
}
