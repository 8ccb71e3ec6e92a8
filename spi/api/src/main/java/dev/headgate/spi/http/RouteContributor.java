package dev.headgate.spi.http;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;
import java.util.List;

/** Serves routes of its own: pages, management routes, metrics. */
@Preview
public interface RouteContributor extends Extension {

  /**
   * The routes. Called once, after {@link dev.headgate.spi.Plugin#start}. A route that another
   * plugin has already claimed stops the start with a sentence that names both.
   */
  List<Route> routes();
}
