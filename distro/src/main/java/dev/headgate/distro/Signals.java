package dev.headgate.distro;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Signals of the operating system. {@code sun.misc.Signal} is the only way to them, and the
 * compiler warns of it without a means to answer, so it is reached by name.
 */
final class Signals {
  private Signals() {}

  /** Runs something, on a thread of its own, each time that a signal comes. */
  static void on(String name, Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object calls =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, args) -> {
                Thread.ofPlatform().name("headgate-" + name).start(action);
                return null;
              });
      Object instance = signal.getConstructor(String.class).newInstance(name);
      signal.getMethod("handle", signal, handler).invoke(null, instance, calls);
    } catch (ReflectiveOperationException e) {
      Throwable cause = e instanceof InvocationTargetException wrapped ? wrapped.getCause() : e;
      System.err.println("headgate: the signal " + name + " cannot be taken: " + cause);
    }
  }

  /** Sends a signal to this process. */
  static void raise(String name) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Object instance = signal.getConstructor(String.class).newInstance(name);
      signal.getMethod("raise", signal).invoke(null, instance);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the signal " + name + " cannot be sent", e);
    }
  }
}
