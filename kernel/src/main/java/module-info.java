import org.jspecify.annotations.NullMarked;

/** The gateway's core: it moves bytes between clients and upstreams and knows no plugin by name. */
@NullMarked
module dev.headgate.kernel {
  requires dev.headgate.spi;
  requires static org.jspecify;
  requires io.helidon.common.socket;
  requires io.helidon.http;
  requires io.helidon.webserver;
  requires io.helidon.http.http2;
  requires io.helidon.webserver.http2;
  requires org.snakeyaml.engine;
  requires tools.jackson.databind;

  exports dev.headgate.kernel;
  exports dev.headgate.kernel.config;
  exports dev.headgate.kernel.config.tree;
  exports dev.headgate.kernel.net to
      dev.headgate.bench.plugin;
  exports dev.headgate.kernel.plugin;

  uses dev.headgate.spi.Plugin;
}
