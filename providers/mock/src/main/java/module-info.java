import org.jspecify.annotations.NullMarked;

/** Answers in process with canned replies, for demos and tests. */
@NullMarked
module dev.headgate.providers.mock {
  requires dev.headgate.spi;
  requires tools.jackson.core;
  requires static org.jspecify;

  provides dev.headgate.spi.Plugin with
      dev.headgate.providers.mock.MockPlugin;
}
