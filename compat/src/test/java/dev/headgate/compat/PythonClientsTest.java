package dev.headgate.compat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The OpenAI and Anthropic SDKs for Python. */
class PythonClientsTest {

  @TestFactory
  Stream<DynamicTest> theOfficialSdksWork() throws IOException, InterruptedException {
    ClientProgram program = new ClientProgram("python");
    Path sources = Path.of("python").toAbsolutePath();
    program.prepare("a Python environment", List.of("python3", "-m", "venv", "venv"));
    String python = program.work().resolve("venv").resolve("bin").resolve("python").toString();
    program.prepare(
        "the installation of the Python SDKs",
        List.of(
            python,
            "-m",
            "pip",
            "install",
            "-q",
            "-r",
            sources.resolve("requirements.txt").toString()));
    try (Setting setting = new Setting()) {
      return program
          .run(setting.url(), List.of(python, sources.resolve("clients.py").toString()))
          .toList()
          .stream();
    }
  }
}
