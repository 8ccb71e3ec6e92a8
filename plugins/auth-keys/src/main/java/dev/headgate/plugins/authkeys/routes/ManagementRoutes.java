package dev.headgate.plugins.authkeys.routes;

import dev.headgate.spi.http.Route;
import dev.headgate.spi.http.RouteContributor;
import java.util.ArrayList;
import java.util.List;

/** All management routes. */
public final class ManagementRoutes implements RouteContributor {
  private final List<Route> routes = new ArrayList<>();

  /**
   * @param management what the routes work with
   * @param defaults what the configuration says of new keys
   */
  public ManagementRoutes(Management management, KeyDefaults defaults) {
    KeyAccess access = new KeyAccess(management);
    KeyMaker maker = new KeyMaker(management, defaults);
    KeyChanges keys = new KeyChanges(management, access, maker);
    TeamMembers members = new TeamMembers(management, access);
    TeamRoutes teams = new TeamRoutes(management, access, keys, members);
    routes.addAll(new KeyRoutes(management, access, maker, keys).routes());
    routes.addAll(teams.routes());
    routes.addAll(new UserRoutes(management, maker, keys, teams, members).routes());
    routes.addAll(new CustomerRoutes(management).routes());
    routes.addAll(new BudgetRoutes(management).routes());
    routes.addAll(new OrganizationRoutes(management).routes());
    routes.addAll(new TagRoutes(management).routes());
  }

  @Override
  public String name() {
    return "management";
  }

  @Override
  public List<Route> routes() {
    return List.copyOf(routes);
  }
}
