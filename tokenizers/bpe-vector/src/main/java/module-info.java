import org.jspecify.annotations.NullMarked;

/** Counts tokens exactly, with the Vector API where the Java that runs has it. */
@NullMarked
module dev.headgate.tokenizers.bpevector {
  requires dev.headgate.spi;
  requires dev.headgate.tokenizers;
  requires static jdk.incubator.vector;
  requires static org.jspecify;

  provides dev.headgate.spi.Plugin with
      dev.headgate.tokenizers.bpevector.BpeVectorPlugin;
}
