import org.jspecify.annotations.NullMarked;

/** Estimates tokens of models whose tokenizers are not public. */
@NullMarked
module dev.headgate.tokenizers.estimate {
  requires dev.headgate.spi;
  requires static org.jspecify;

  provides dev.headgate.spi.Plugin with
      dev.headgate.tokenizers.estimate.EstimatePlugin;
}
