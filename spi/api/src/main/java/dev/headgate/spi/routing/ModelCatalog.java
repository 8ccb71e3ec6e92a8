package dev.headgate.spi.routing;

import dev.headgate.spi.Preview;
import java.util.List;

/**
 * The models of the gateway; a service of the kernel. Cheap to ask, also on the path of a request.
 */
@Preview
public interface ModelCatalog {

  /**
   * The deployments that new requests can be sent to, in the order of the configuration. The same
   * list until they change, then another one; empty while the gateway starts.
   */
  List<? extends Deployment> deployments();
}
