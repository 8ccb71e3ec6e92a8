import org.jspecify.annotations.NullMarked;

/** Counts limits in memory. */
@NullMarked
module dev.headgate.plugins.ledgermemory {
  requires dev.headgate.spi;
  requires static org.jspecify;

  provides dev.headgate.spi.Plugin with
      dev.headgate.plugins.ledgermemory.LedgerMemoryPlugin;
}
