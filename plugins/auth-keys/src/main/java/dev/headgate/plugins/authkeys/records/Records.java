package dev.headgate.plugins.authkeys.records;

import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.RecordStore;
import dev.headgate.spi.state.RecordStore.Transaction;
import java.util.function.Function;

/** All tables of this plugin. */
public final class Records {
  /** The column of keys that says whether a record is a key or the end of one. */
  public static final String STATE = "state";

  /** The state of a key that was not replaced. */
  public static final String CURRENT = "current";

  /** The state of a key that was replaced by another one, and is good for a while all the same. */
  public static final String ROTATED = "rotated";

  private final RecordStore store;
  private final Table keys;
  private final Table deletedKeys;
  private final Table teams;
  private final Table users;
  private final Table members;
  private final Table budgets;
  private final Table customers;
  private final Table organizations;
  private final Table tags;

  /** Opens all of them. */
  public Records(RecordStore store) {
    this.store = store;
    keys =
        open(
            CollectionSchema.named("virtual_keys")
                .column(STATE, CollectionSchema.Type.TEXT)
                .column("created_at", CollectionSchema.Type.NUMBER)
                .indexed("key_alias", CollectionSchema.Type.TEXT)
                .indexed("user_id", CollectionSchema.Type.TEXT)
                .indexed("team_id", CollectionSchema.Type.TEXT)
                .indexed("organization_id", CollectionSchema.Type.TEXT)
                .indexed("budget_id", CollectionSchema.Type.TEXT)
                .index(STATE, "created_at")
                .announced());
    deletedKeys =
        open(
            CollectionSchema.named("deleted_keys")
                .indexed("deleted_at", CollectionSchema.Type.NUMBER));
    teams =
        open(
            CollectionSchema.named("teams")
                .indexed("team_alias", CollectionSchema.Type.TEXT)
                .indexed("organization_id", CollectionSchema.Type.TEXT)
                .indexed("budget_id", CollectionSchema.Type.TEXT)
                .indexed("created_at", CollectionSchema.Type.NUMBER)
                .announced());
    users =
        open(
            CollectionSchema.named("users")
                .indexed("user_email", CollectionSchema.Type.TEXT)
                .indexed("user_role", CollectionSchema.Type.TEXT)
                .indexed("budget_id", CollectionSchema.Type.TEXT)
                .indexed("created_at", CollectionSchema.Type.NUMBER)
                .announced());
    members =
        open(
            CollectionSchema.named("team_members")
                .indexed("team_id", CollectionSchema.Type.TEXT)
                .indexed("user_id", CollectionSchema.Type.TEXT)
                .announced());
    budgets = open(listed("budgets").announced());
    customers =
        open(listed("customers").indexed("budget_id", CollectionSchema.Type.TEXT).announced());
    organizations = open(budgeted("organizations"));
    tags = open(budgeted("tags"));
  }

  private static CollectionSchema listed(String name) {
    return CollectionSchema.named(name).indexed("created_at", CollectionSchema.Type.NUMBER);
  }

  private static CollectionSchema budgeted(String name) {
    return listed(name).indexed("budget_id", CollectionSchema.Type.TEXT).announced();
  }

  private Table open(CollectionSchema schema) {
    return new Table(store.open(schema));
  }

  /** The store underneath. */
  public RecordStore store() {
    return store;
  }

  /** Does several things as one step; see {@link RecordStore#transact}. */
  public <R> R transact(Function<Transaction, R> work) {
    return store.transact(work);
  }

  /** Virtual keys by their hashes. */
  public Table keys() {
    return keys;
  }

  /** What deleted keys were, by their hashes. */
  public Table deletedKeys() {
    return deletedKeys;
  }

  /** Teams by their ids. */
  public Table teams() {
    return teams;
  }

  /** Users by their ids. */
  public Table users() {
    return users;
  }

  /** Members of teams by {@link #memberId}. */
  public Table members() {
    return members;
  }

  /** Budgets that several share, by their ids. */
  public Table budgets() {
    return budgets;
  }

  /** Customers (end users) by their ids. */
  public Table customers() {
    return customers;
  }

  /** Organizations by their ids. */
  public Table organizations() {
    return organizations;
  }

  /** Tags by their names. */
  public Table tags() {
    return tags;
  }

  /** The key of a member: user and team, so put together that no two pairs give the same. */
  public static String memberId(String user, String team) {
    return user.replace("%", "%25").replace(":", "%3A") + ":" + team;
  }
}
