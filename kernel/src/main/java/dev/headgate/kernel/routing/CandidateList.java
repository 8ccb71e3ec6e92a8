package dev.headgate.kernel.routing;

import dev.headgate.spi.routing.Candidates;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The deployments that are left for an exchange, and why others are not. */
public final class CandidateList implements Candidates {
  private final List<KernelDeployment> left;
  private final Set<String> reasons = new LinkedHashSet<>();

  /**
   * @param all what there is
   */
  public CandidateList(List<KernelDeployment> all) {
    left = new ArrayList<>(all);
  }

  @Override
  public int size() {
    return left.size();
  }

  @Override
  public KernelDeployment get(int index) {
    return left.get(index);
  }

  @Override
  public void remove(int index, String reason) {
    left.remove(index);
    reasons.add(reason);
  }

  /** Why deployments were taken out. */
  public Set<String> reasons() {
    return reasons;
  }

  /** Leaves only those of the lowest order. */
  public void keepLowestOrder() {
    int lowest = Integer.MAX_VALUE;
    for (KernelDeployment deployment : left) {
      lowest = Math.min(lowest, deployment.order());
    }
    int order = lowest;
    left.removeIf(deployment -> deployment.order() != order);
  }
}
