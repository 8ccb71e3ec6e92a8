package dev.headgate.kernel.routing;

import java.util.List;

/**
 * The deployments of one name.
 *
 * @param name the public name; ends in an asterisk for a wildcard
 * @param deployments at least one, in the order of the configuration
 */
public record ModelGroup(String name, List<KernelDeployment> deployments) {

  /** Whether the name stands for many. */
  public boolean wildcard() {
    return name.endsWith("*");
  }

  String prefix() {
    return name.substring(0, name.length() - 1);
  }
}
