package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.Decision;
import dev.headgate.spi.guard.Guardrail;
import dev.headgate.spi.request.BodyEdit;
import dev.headgate.spi.request.Span;

/** Stage 7: policies look at, change or refuse the prompt. */
final class Guard {

  void run(Exchange exchange) {
    if (exchange.state.guardrails().isEmpty() || exchange.body == null) {
      return;
    }
    Verdict verdict = new Verdict();
    long started = System.nanoTime();
    for (Hook<Guardrail> hook : exchange.state.guardrails()) {
      try {
        BodyEdit edit = hook.mayEditPrompt() ? exchange.body : new NoEdit(hook.plugin());
        Decision decision = hook.extension().check(exchange, edit);
        verdict.add(decision);
        started = HookCall.decided(exchange, hook, started, decision);
        if (Verdict.refuses(decision)) {
          break;
        }
      } catch (RuntimeException e) {
        started = HookCall.failed(exchange, hook, started, e);
        if (!hook.failsOpen()) {
          verdict.add(Verdict.broken(hook.plugin()));
          break;
        }
      }
    }
    verdict.apply(exchange);
  }

  /** What a plugin gets that did not say that it edits. */
  private record NoEdit(String pluginId) implements BodyEdit {
    private IllegalStateException refused() {
      return new IllegalStateException(
          "the plugin " + pluginId + " edits prompts, but its manifest lacks mutates=prompt");
    }

    @Override
    public void replace(Span span, byte[] replacement) {
      throw refused();
    }

    @Override
    public void replaceText(Span span, String text) {
      throw refused();
    }

    @Override
    public void setField(String name, byte[] json) {
      throw refused();
    }

    @Override
    public void setMember(String name, String member, byte[] json) {
      throw refused();
    }

    @Override
    public void removeField(String name) {
      throw refused();
    }

    @Override
    public boolean changed() {
      return false;
    }
  }
}
