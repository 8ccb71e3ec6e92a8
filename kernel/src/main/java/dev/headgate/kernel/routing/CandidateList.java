package dev.headgate.kernel.routing;

import dev.headgate.spi.routing.Candidates;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The deployments that are left for an exchange, and why others are not. */
public final class CandidateList implements Candidates {
  private final KernelDeployment[] left;
  private int count;
  private @Nullable Set<String> reasons;

  /**
   * Begins empty.
   *
   * @param most how many there will be at most
   */
  public CandidateList(int most) {
    left = new KernelDeployment[most];
  }

  /**
   * @param all what there is
   */
  public CandidateList(List<KernelDeployment> all) {
    left = all.toArray(KernelDeployment[]::new);
    count = left.length;
  }

  /** Adds one. */
  public void add(KernelDeployment deployment) {
    left[count++] = deployment;
  }

  @Override
  public int size() {
    return count;
  }

  @Override
  public KernelDeployment get(int index) {
    if (index >= count) {
      throw new IndexOutOfBoundsException("candidate " + index + " of " + count);
    }
    return left[index];
  }

  @Override
  public void remove(int index, String reason) {
    if (index >= count) {
      throw new IndexOutOfBoundsException("candidate " + index + " of " + count);
    }
    System.arraycopy(left, index + 1, left, index, count - index - 1);
    count--;
    Set<String> known = reasons;
    if (known == null) {
      known = new LinkedHashSet<>();
      reasons = known;
    }
    known.add(reason);
  }

  /** Why deployments were taken out. */
  public Set<String> reasons() {
    return reasons == null ? Set.of() : reasons;
  }

  /** Leaves only those of the lowest order. */
  public void keepLowestOrder() {
    int lowest = Integer.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      lowest = Math.min(lowest, left[i].order());
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (left[i].order() == lowest) {
        left[kept++] = left[i];
      }
    }
    count = kept;
  }
}
