package dev.headgate.distro;

import dev.headgate.kernel.config.ServeFlags;
import java.nio.file.Path;
import java.util.List;

/** Serves a configuration. */
final class ServeCommand {

  int run(List<String> args) {
    ServeFlags flags;
    try {
      flags = ServeFlags.parse(args, System.getenv());
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
    try (DataFolder data = DataFolder.take(flags.data())) {
      return new RunningGateway(flags.input(System.getenv()), data.path(), flags.strict())
          .serve(started -> {});
    }
  }

  static Path defaultData() {
    return Path.of(".headgate");
  }
}
