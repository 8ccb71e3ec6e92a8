package dev.headgate.plugins.authkeys.entity;

import dev.headgate.plugins.authkeys.lookup.Freshness;
import dev.headgate.plugins.authkeys.records.Json;
import dev.headgate.plugins.authkeys.records.Records;
import dev.headgate.spi.auth.AuthResult;
import dev.headgate.spi.auth.LimitedEntity;
import dev.headgate.spi.auth.Principal.Role;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Puts a virtual key together from its record and those of its team, user and the rest. */
public final class KeyReader {
  private final EntityReader entities;
  private final AccessGroups groups;
  private final VirtualKey.Names names;

  /**
   * @param entities reads teams, users and the like
   * @param groups the access groups of models
   * @param names finds what requests name
   */
  public KeyReader(EntityReader entities, AccessGroups groups, VirtualKey.Names names) {
    this.entities = entities;
    this.groups = groups;
    this.names = names;
  }

  /**
   * Reads a key.
   *
   * @param hash its hash, 64 hexadecimal digits
   * @param watch watches what the result depends on
   * @return empty when there is none
   * @throws dev.headgate.spi.state.StoreException if the store does not answer in time
   */
  public Optional<VirtualKey> read(String hash, Freshness.Watch watch) {
    Set<String> sources = new HashSet<>();
    Optional<ObjectNode> record = entities.key(hash, watch, sources);
    if (record.isEmpty() || !isRotated(record.get())) {
      return record.map(document -> new Parts(hash, document, 0, watch, sources).put());
    }
    String successor = Json.text(record.get(), "rotated_to").orElse("");
    long until = millis(Json.text(record.get(), "revoke_at"));
    return entities
        .key(successor, watch, sources)
        .filter(document -> !isRotated(document))
        .map(document -> new Parts(successor, document, until, watch, sources).put());
  }

  private static boolean isRotated(ObjectNode document) {
    return Json.text(document, Records.STATE).filter(Records.ROTATED::equals).isPresent();
  }

  private static long millis(Optional<String> time) {
    return time.map(Instant::parse).map(Instant::toEpochMilli).orElse(0L);
  }

  /** The parts of one key. */
  private final class Parts {
    private final String hash;
    private final ObjectNode key;
    private final long until;
    private final Freshness.Watch watch;
    private final Set<String> sources;
    private final List<LimitedEntity> limited = new ArrayList<>();
    private final List<VirtualKey.Scope> scopes = new ArrayList<>();
    private final Map<String, String> aliases = new HashMap<>();
    private final Set<String> tags = new java.util.LinkedHashSet<>();
    private @Nullable AuthResult refusal;

    /**
     * @param until when this way to the key ends; 0 for never
     */
    Parts(String hash, ObjectNode key, long until, Freshness.Watch watch, Set<String> sources) {
      this.hash = hash;
      this.key = key;
      this.until = until;
      this.watch = watch;
      this.sources = sources;
    }

    VirtualKey put() {
      Optional<String> team = Json.text(key, "team_id");
      Optional<String> user = Json.text(key, "user_id");
      String name = Json.text(key, "key_name").orElse("sk-...");
      if (Json.flag(key, "blocked")) {
        refuse(Refusals.blocked("the key " + name, "/key/unblock"));
      }
      addKey(team.isPresent());
      Optional<Facts> itsTeam = team.flatMap(this::addTeam);
      Optional<Facts> itsUser = user.flatMap(id -> addUser(id, team));
      Optional<String> organization =
          Json.text(key, "organization_id").or(() -> itsTeam.flatMap(Facts::organization));
      organization.ifPresent(this::addOrganization);
      tags.forEach(this::addTag);
      return new VirtualKey(
          new VirtualKey.KeyText(
              hash, name, Json.text(key, "key_alias"), user, team, organization, labels(itsTeam)),
          expiry(),
          refusal,
          roles(itsUser),
          new AllowedRoutes(Json.texts(key, "allowed_routes")),
          List.copyOf(scopes),
          groups,
          Map.copyOf(aliases),
          List.copyOf(limited),
          names,
          Set.copyOf(sources));
    }

    private void refuse(AuthResult newRefusal) {
      if (refusal == null) {
        refusal = newRefusal;
      }
    }

    private long expiry() {
      long expires = millis(Json.text(key, "expires"));
      return until == 0 || (expires != 0 && expires < until) ? expires : until;
    }

    private void addKey(boolean inTeam) {
      ObjectNode budget =
          Json.text(key, "budget_id")
              .map(id -> entities.budget(id, watch, sources))
              .orElseGet(Json::object);
      limited.add(EntityReader.limited(Source.KEY, hash, key, budget, true));
      scopes.add(new VirtualKey.Scope("key", ModelAccess.of(Json.texts(key, "models"), inTeam)));
      aliases.putAll(Json.textMap(key, "aliases"));
      tags.addAll(Tags.of(key));
    }

    private Optional<Facts> find(Source kind, String id) {
      Optional<Facts> facts = entities.find(kind, id, watch);
      sources.add(kind.of(id));
      facts.ifPresent(found -> sources.addAll(found.sources()));
      return facts;
    }

    private Optional<Facts> addTeam(String id) {
      Optional<Facts> found = find(Source.TEAM, id);
      if (found.isEmpty()) {
        refuse(Refusals.gone("the team " + id));
        return found;
      }
      Facts team = found.get();
      if (team.blocked()) {
        refuse(Refusals.blocked("the team " + id + " of this key", "/team/unblock"));
      }
      limited.add(team.limited());
      scopes.add(new VirtualKey.Scope("team", team.models()));
      team.aliases().forEach(aliases::putIfAbsent);
      tags.addAll(team.tags());
      return found;
    }

    /** A key in a team is judged by the budgets of the team, not by its owner's own. */
    private Optional<Facts> addUser(String id, Optional<String> team) {
      Optional<Facts> found = find(Source.USER, id);
      found.ifPresent(user -> {
        limited.add(team.isPresent() ? user.ratesOnly() : user.limited());
        if (team.isEmpty()) {
          scopes.add(new VirtualKey.Scope("user", user.models()));
        }
        if (user.blocked()) {
          refuse(Refusals.blocked("the user " + id + " of this key", "/user/update"));
        }
      });
      team.flatMap(of -> find(Source.MEMBER, Records.memberId(id, of)))
          .ifPresent(member -> limited.add(member.limited()));
      return found;
    }

    private void addOrganization(String id) {
      find(Source.ORGANIZATION, id)
          .ifPresentOrElse(
              organization -> {
                limited.add(organization.limited());
                scopes.add(new VirtualKey.Scope("org", organization.models()));
              },
              () -> refuse(Refusals.gone("the organization " + id)));
    }

    private void addTag(String name) {
      find(Source.TAG, name).ifPresent(tag -> limited.add(tag.limited()));
    }

    private Set<Role> roles(Optional<Facts> user) {
      return switch (user.map(Facts::role).orElse("")) {
        case "proxy_admin" -> Set.of(Role.ADMIN);
        case "proxy_admin_viewer" -> Set.of(Role.ADMIN_VIEWER);
        default -> Set.of(Role.USER);
      };
    }

    private Map<String, String> labels(Optional<Facts> team) {
      Map<String, String> labels = new HashMap<>();
      team.flatMap(facts -> facts.limited().alias())
          .ifPresent(alias -> labels.put("team_alias", alias));
      if (!tags.isEmpty()) {
        labels.put("tags", String.join(",", tags));
      }
      return Map.copyOf(labels);
    }
  }
}
