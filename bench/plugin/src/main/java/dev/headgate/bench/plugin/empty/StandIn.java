package dev.headgate.bench.plugin.empty;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.auth.AuthRequest;
import dev.headgate.spi.auth.AuthResult;
import dev.headgate.spi.auth.Authenticator;
import dev.headgate.spi.auth.EntityLimit;
import dev.headgate.spi.auth.LimitedEntity;
import dev.headgate.spi.auth.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a request cannot do without, as cheap as it can be: lets everybody in, answers every model
 * under {@code bench/}, and has a network that opens no socket.
 */
public final class StandIn implements Plugin, Authenticator {
  /** The prefix of its models. */
  public static final String PREFIX = "bench";

  private static final AuthResult ANYBODY = new AuthResult.Authenticated(new Anybody());

  private final List<Extension> more;

  /**
   * @param more what else it brings
   */
  public StandIn(List<Extension> more) {
    this.more = List.copyOf(more);
  }

  @Override
  public List<Extension> start(PluginContext context) {
    List<Extension> all = new ArrayList<>(more);
    all.add(this);
    all.add(new FixedProvider(PREFIX));
    all.add(new FixedTransport());
    return all;
  }

  @Override
  public AuthResult authenticate(AuthRequest request) {
    return ANYBODY;
  }

  /** A key of a team, both with limits of every sort, which are never reached. */
  private static final class Anybody implements Principal {
    private static final long NEVER = Long.MAX_VALUE / 4;

    private final List<LimitedEntity> entities =
        List.of(
            LimitedEntity.of(LimitedEntity.Kind.KEY, "bench")
                .limit(EntityLimit.budget(NEVER))
                .limit(EntityLimit.requests(NEVER))
                .limit(EntityLimit.tokens(NEVER))
                .limit(EntityLimit.parallel(NEVER))
                .build(),
            LimitedEntity.of(LimitedEntity.Kind.TEAM, "bench-team")
                .limit(EntityLimit.budget(NEVER))
                .limit(EntityLimit.requests(NEVER))
                .build());

    @Override
    public List<LimitedEntity> entities() {
      return entities;
    }

    @Override
    public String keyId() {
      return "bench";
    }

    @Override
    public Set<Role> roles() {
      return Set.of(Role.ADMIN);
    }
  }
}
