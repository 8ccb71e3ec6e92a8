package dev.headgate.plugins.authkeys.entity;

import dev.headgate.spi.auth.LimitedEntity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the path of a request needs of a team, a user or the like.
 *
 * @param limited its limits
 * @param ratesOnly the same without its budgets
 * @param models which models it lets through
 * @param aliases names of its own for models
 * @param tags the tags that its requests carry
 * @param organization the organization that it belongs to
 * @param role the role of a user; empty for others
 * @param blocked whether it is blocked
 * @param sources the records that this was read from
 */
record Facts(
    LimitedEntity limited,
    LimitedEntity ratesOnly,
    ModelAccess models,
    Map<String, String> aliases,
    List<String> tags,
    Optional<String> organization,
    String role,
    boolean blocked,
    Set<String> sources) {}
