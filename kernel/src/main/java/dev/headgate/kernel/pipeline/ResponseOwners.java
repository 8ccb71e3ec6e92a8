package dev.headgate.kernel.pipeline;

import dev.headgate.spi.auth.Principal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which deployment made a response, and for whom: the last ten thousand. */
final class ResponseOwners {
  private static final int MOST = 10_000;

  /**
   * Who made a response.
   *
   * @param deploymentId the deployment that has it
   * @param keyId the key that asked for it
   */
  record Owner(String deploymentId, String keyId) {

    boolean maySee(Principal principal) {
      return principal.keyId().equals(keyId) || principal.roles().contains(Principal.Role.ADMIN);
    }
  }

  private final Map<String, Owner> owners =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Owner> eldest) {
          return size() > MOST;
        }
      };

  synchronized void remember(String responseId, String deploymentId, Principal principal) {
    owners.put(responseId, new Owner(deploymentId, principal.keyId()));
  }

  synchronized @Nullable Owner of(String responseId) {
    return owners.get(responseId);
  }
}
