package dev.headgate.plugins.storesql.db;

import dev.headgate.spi.state.Migration;
import java.util.List;

/**
 * A change of tables that is made once and never taken back.
 *
 * @param name what it does, unique
 * @param statements what it runs
 */
public record TableChange(String name, List<String> statements) implements Migration {}
