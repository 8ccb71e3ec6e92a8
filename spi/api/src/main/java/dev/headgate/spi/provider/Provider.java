package dev.headgate.spi.provider;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;
import dev.headgate.spi.routing.DeploymentSpec;
import java.util.Set;

/** Speaks one upstream's dialect. */
@Preview
public interface Provider extends Extension {

  /**
   * The prefixes of {@code litellm_params.model} that are this provider's, without the slash. The
   * first is the provider's name in records and metrics.
   */
  Set<String> prefixes();

  /**
   * Names of parameters that make this provider answer in the place of any deployment's own: keys
   * of {@code litellm_params}, and top-level fields of a request's body, such as {@code
   * mock_response}. Read once at start; with none, no request pays for it.
   */
  default Set<String> takesOver() {
    return Set.of();
  }

  /**
   * Prepares a deployment: checks its parameters, encodes what is the same for every request, opens
   * the upstream. Called once per deployment at start and at each reload that changes it; contacts
   * nobody.
   *
   * @param spec the deployment as configured
   * @param context what it is given
   * @return the endpoint, used by many threads
   * @throws dev.headgate.spi.SettingException if a parameter is wrong; names it
   */
  Endpoint open(DeploymentSpec spec, ProviderContext context);
}
