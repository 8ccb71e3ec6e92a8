package dev.headgate.tokenizers.bpevector;

import dev.headgate.tokenizers.BlockScanners;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether vectors can be used here, and why not.
 *
 * @param speed relative to the portable counter; 0 when it cannot serve
 * @param diagnosis one sentence
 * @param blocks makes the scanners; null when it cannot serve
 */
record VectorProbe(double speed, String diagnosis, @Nullable BlockScanners blocks) {
  private static final String MODULE = "jdk.incubator.vector";
  private static final String SCANNERS = "dev.headgate.tokenizers.bpevector.VectorScanners";
  private static final double WITH_512_BITS = 1.5;

  Optional<BlockScanners> scanners() {
    return Optional.ofNullable(blocks);
  }

  static VectorProbe ofThisMachine() {
    if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
      return unable("does not serve: put --add-modules " + MODULE + " into HEADGATE_JAVA_OPTS");
    }
    try {
      // By name, since the class cannot be loaded where the module is not there.
      Class<?> scanners = Class.forName(SCANNERS, true, VectorProbe.class.getClassLoader());
      return of((BlockScanners & VectorWidth) scanners.getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException | LinkageError e) {
      return unable("does not serve: the Vector API of this Java cannot be used, " + e);
    }
  }

  static <S extends BlockScanners & VectorWidth> VectorProbe of(S scanners) {
    int bits = scanners.bits();
    if (bits < 512) {
      return unable(
          "does not serve: vectors of this processor have "
              + bits
              + " bits, and below 512 the portable counter is as fast");
    }
    return new VectorProbe(
        WITH_512_BITS, "serves: the Vector API with " + bits + " bits", scanners);
  }

  private static VectorProbe unable(String why) {
    return new VectorProbe(0, why, null);
  }
}
