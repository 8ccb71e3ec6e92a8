package dev.headgate.spi.routing;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;
import java.util.List;

/** Models that come from elsewhere than the configuration file, such as a store. */
@Preview
public interface DeploymentSource extends Extension {

  /**
   * Hands the sink over. Called once after start; the source then calls {@link Sink#replace}
   * whenever its deployments have changed, from a thread of its own.
   *
   * @param sink takes the deployments
   */
  void connect(Sink sink);

  /** Takes the deployments of one source. */
  interface Sink {

    /**
     * Makes the entries of a model list, in the shape of the configuration file, the deployments of
     * this source. All or none: a bad entry leaves the old ones in force.
     *
     * @param modelList JSON: an array of entries with {@code model_name}, {@code litellm_params},
     *     {@code model_info}
     * @throws dev.headgate.spi.SettingException if an entry is wrong; names it
     */
    void replace(String modelList);

    /** The deployments of this source that are in force. */
    List<Deployment> current();
  }
}
