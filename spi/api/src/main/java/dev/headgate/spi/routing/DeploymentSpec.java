package dev.headgate.spi.routing;

import dev.headgate.spi.Preview;
import dev.headgate.spi.Settings;

/** One entry of {@code model_list}, as configured or as a {@link DeploymentSource} gives it. */
@Preview
public interface DeploymentSpec {

  /**
   * The deployment's id: {@code model_info.id}, else a hash of its parameters, equal on every
   * instance.
   */
  String id();

  /** The public name, {@code model_name}; several deployments of one name form a group. */
  String group();

  /** The prefix of {@code litellm_params.model}, which names the provider. */
  String provider();

  /** {@code litellm_params.model} without the prefix; may end in {@code *}. */
  String model();

  /** {@code litellm_params}. */
  Settings params();

  /** {@code model_info}. */
  Settings info();
}
