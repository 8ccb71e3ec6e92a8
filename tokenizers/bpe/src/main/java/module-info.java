import org.jspecify.annotations.NullMarked;

/** Counts tokens exactly, in portable Java. */
@NullMarked
module dev.headgate.tokenizers.bpe {
  requires dev.headgate.spi;
  requires dev.headgate.tokenizers;
  requires static org.jspecify;

  provides dev.headgate.spi.Plugin with
      dev.headgate.tokenizers.bpe.BpePlugin;
}
