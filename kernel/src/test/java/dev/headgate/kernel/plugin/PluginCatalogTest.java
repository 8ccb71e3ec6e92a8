package dev.headgate.kernel.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PluginCatalogTest {
  private final PluginCatalog catalog =
      PluginCatalog.given(List.of(plugin("auth"), plugin("mask"), broken("fence")));

  @Test
  void choosesAllWithoutAWord() {
    PluginCatalog sound = PluginCatalog.given(List.of(plugin("auth"), plugin("mask")));
    assertThat(sound.choose(PluginChoice.all()))
        .extracting(FoundPlugin::id)
        .containsExactly("auth", "mask");
  }

  @Test
  void keepsTheOrderOfOnly() {
    assertThat(catalog.choose(only("mask", "auth", "mask")))
        .extracting(FoundPlugin::id)
        .containsExactly("mask", "auth");
  }

  @Test
  void leavesOutWhatTheConfigurationSwitchesOff() {
    PluginChoice choice = new PluginChoice(List.of(), List.of("fence", "auth"), Set.of());
    assertThat(catalog.choose(choice)).extracting(FoundPlugin::id).containsExactly("mask");
  }

  @Test
  void doesNotStartInSilenceWithoutABrokenPlugin() {
    assertThatThrownBy(() -> catalog.choose(PluginChoice.all()))
        .hasMessage(
            "plugin fence cannot be loaded: its folder holds no jar (plugins/fence;"
                + " headgate.plugins.without: [fence] starts without it)");
    assertThatThrownBy(() -> catalog.choose(only("fence"))).hasMessageContaining("holds no jar");
  }

  @Test
  void listsWhatThereIsWhenAnIdIsNotKnown() {
    assertThatThrownBy(() -> catalog.choose(only("msk")))
        .hasMessage(
            "headgate.plugins.only names the plugin msk, which is not there; there are: auth, fence,"
                + " mask; did you mean mask?");
    assertThatThrownBy(() -> catalog.choose(new PluginChoice(List.of(), List.of(), Set.of("x"))))
        .hasMessageStartingWith("headgate.plugins.grants names the plugin x, which is not there");
  }

  @Test
  void refusesTwoPluginsOfOneId() {
    assertThatThrownBy(() -> PluginCatalog.given(List.of(plugin("auth"), plugin("auth"))))
        .hasMessageStartingWith("there are two plugins auth: ");
  }

  @Test
  void isEmptyWhereThereIsNoFolder() {
    assertThat(PluginFolder.find(java.nio.file.Path.of("there", "is", "none"), Set.of())).isEmpty();
    assertThat(PluginReport.list(PluginCatalog.given(List.of()), PluginChoice.all()))
        .startsWith("no plugins: ");
  }

  private static PluginChoice only(String... ids) {
    return new PluginChoice(List.of(ids), List.of(), Set.of());
  }

  private static FoundPlugin plugin(String id) {
    return ScriptedPlugin.of(id, ScriptedPlugin.diary()).found();
  }

  private static FoundPlugin broken(String id) {
    return new FoundPlugin(
        id,
        null,
        "plugins/" + id,
        "own class loader",
        List.of("its folder holds no jar"),
        List.of(),
        () -> {
          throw new AssertionError("a broken plugin is not opened");
        });
  }
}
