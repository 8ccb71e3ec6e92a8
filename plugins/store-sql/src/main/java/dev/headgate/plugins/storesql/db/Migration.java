package dev.headgate.plugins.storesql.db;

import java.util.List;

/**
 * A change of tables that is made once and never taken back.
 *
 * @param name what it does, unique
 * @param statements what it runs
 */
public record Migration(String name, List<String> statements) {}
