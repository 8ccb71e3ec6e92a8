package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.Bytes;
import dev.headgate.spi.guard.StreamTransform;
import dev.headgate.spi.guard.StreamTransform.FrameEditor;
import dev.headgate.spi.provider.UpstreamException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The transforms that want to see an answer, one behind the other. */
final class FrameEdits {

  /** Opens the transforms of an answer; null when none of them wants it. */
  @Nullable Chain open(Exchange exchange, boolean stream) {
    if (exchange.state.transforms().isEmpty()) {
      return null;
    }
    List<Link> links = new ArrayList<>(2);
    for (Hook<StreamTransform> hook : exchange.state.transforms()) {
      long started = hook.meter().start();
      try {
        FrameEditor editor = hook.extension().open(exchange, stream);
        if (editor == null) {
          HookCall.abstained(exchange, hook, started);
        } else {
          HookCall.ok(exchange, hook, started);
          links.add(new Link(hook, editor));
        }
      } catch (RuntimeException e) {
        HookCall.failed(exchange, hook, started, e);
        Verdict verdict = new Verdict();
        verdict.add(Verdict.broken(hook.plugin()));
        verdict.apply(exchange);
      }
    }
    return links.isEmpty() ? null : new Chain(exchange, links);
  }

  private record Link(Hook<StreamTransform> hook, FrameEditor editor) {}

  /** The editors of one answer. */
  static final class Chain {
    private final Exchange exchange;
    private final List<Link> links;

    private Chain(Exchange exchange, List<Link> links) {
      this.exchange = exchange;
      this.links = links;
    }

    /** What becomes of a frame. */
    List<byte[]> frame(byte[] array, int from, int to) throws UpstreamException {
      return through(0, List.of(Bytes.of(array, from, to).toArray()));
    }

    /** What was held back. */
    List<byte[]> end() throws UpstreamException {
      List<byte[]> out = new ArrayList<>();
      for (int i = 0; i < links.size(); i++) {
        List<byte[]> held = new ArrayList<>();
        Link link = links.get(i);
        guarded(link, () -> link.editor().end(frame -> held.add(frame.toArray())));
        out.addAll(through(i + 1, held));
      }
      return out;
    }

    /** What becomes of a whole body. */
    byte[] whole(byte[] array, int from, int to) throws UpstreamException {
      ByteArrayOutputStream out = new ByteArrayOutputStream(to - from + 64);
      frame(array, from, to).forEach(out::writeBytes);
      end().forEach(out::writeBytes);
      return out.toByteArray();
    }

    private List<byte[]> through(int first, List<byte[]> frames) throws UpstreamException {
      List<byte[]> now = frames;
      for (int i = first; i < links.size(); i++) {
        Link link = links.get(i);
        List<byte[]> next = new ArrayList<>(now.size());
        for (byte[] frame : now) {
          guarded(link, () -> link.editor().frame(Bytes.of(frame), out -> next.add(out.toArray())));
        }
        now = next;
      }
      return now;
    }

    private void guarded(Link link, Runnable step) throws UpstreamException {
      long started = link.hook().meter().start();
      try {
        step.run();
        HookCall.ok(exchange, link.hook(), started);
      } catch (RuntimeException e) {
        HookCall.failed(exchange, link.hook(), started, e);
        throw new UpstreamException(
            UpstreamException.Kind.MALFORMED,
            "the plugin " + link.hook().plugin() + " failed on this answer");
      }
    }
  }
}
