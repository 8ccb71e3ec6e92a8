package dev.headgate.spi;

/**
 * What a plugin adds to the gateway. An object that implements several kinds is used as each of
 * them. All methods of all kinds are called by many threads at once unless the kind says otherwise.
 *
 * <p>The kinds are the interfaces that extend this one. A kind that this kernel does not know is
 * reported at start and not called, so that a plugin may offer more to a newer kernel.
 */
@Preview
public interface Extension {

  /**
   * The name under which this extension is counted and timed, unique within the plugin and kind.
   * Read once at start.
   *
   * @return a short name of letters, digits and dashes; by default the simple class name
   */
  default String name() {
    return getClass().getSimpleName();
  }
}
