package dev.headgate.kernel.metrics;

import dev.headgate.spi.metrics.MeterVisitor;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** A gauge that is read when somebody looks; silent while nobody gives it a value. */
final class LiveGauge {
  private static final System.Logger LOG = System.getLogger(LiveGauge.class.getName());

  private final String name;
  private final OnceAMinute complaints = new OnceAMinute();
  private final AtomicReference<@Nullable DoubleSupplier> value = new AtomicReference<>();

  LiveGauge(String name) {
    this.name = name;
  }

  void watch(DoubleSupplier newValue) {
    value.set(newValue);
  }

  /** Stops watching, unless somebody else gives the value by now. */
  void forget(DoubleSupplier old) {
    value.compareAndSet(old, null);
  }

  void read(List<String> labelValues, MeterVisitor visitor) {
    DoubleSupplier current = value.get();
    if (current == null) {
      return;
    }
    double reading = Double.NaN;
    try {
      reading = current.getAsDouble();
    } catch (RuntimeException e) {
      // One broken gauge must not hide all the others.
      if (complaints.due(System.nanoTime())) {
        LOG.log(Level.WARNING, "The gauge {0} cannot be read: {1}", name, e);
      }
    }
    visitor.value(labelValues, reading);
  }
}
