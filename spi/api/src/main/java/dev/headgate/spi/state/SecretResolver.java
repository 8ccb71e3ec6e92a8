package dev.headgate.spi.state;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;
import dev.headgate.spi.Secret;

/**
 * Resolves references to secrets in the configuration, such as {@code vault://…}. Plugins of this
 * kind start before all others and may not ask for services.
 */
@Preview
public interface SecretResolver extends Extension {

  /** The scheme of the references, without {@code ://}. */
  String scheme();

  /**
   * Fetches a secret. Called at start and at reload; may block.
   *
   * @param reference the whole reference
   * @return the secret; masked wherever the configuration is shown
   * @throws dev.headgate.spi.PluginException if there is none, without saying what was found
   */
  Secret resolve(String reference);
}
