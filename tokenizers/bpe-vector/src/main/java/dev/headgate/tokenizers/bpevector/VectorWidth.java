package dev.headgate.tokenizers.bpevector;

/** Tells how wide the vectors of the processor are. */
interface VectorWidth {

  /** The widest vectors that Java uses here, in bits. */
  int bits();
}
