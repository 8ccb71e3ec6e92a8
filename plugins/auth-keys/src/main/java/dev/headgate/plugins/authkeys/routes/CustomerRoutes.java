package dev.headgate.plugins.authkeys.routes;

import static dev.headgate.plugins.authkeys.routes.Management.adminRoute;

import dev.headgate.plugins.authkeys.entity.Source;
import dev.headgate.plugins.authkeys.records.Json;
import dev.headgate.plugins.authkeys.records.Row;
import dev.headgate.plugins.authkeys.records.Table;
import dev.headgate.spi.http.Route;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code /customer/…} and, as it was called before, {@code /end_user/…}. */
final class CustomerRoutes {
  private static final FieldRules RULES =
      KeyFields.LIMITS
          .copy()
          .works(FieldType.TEXT, "alias", "budget_id")
          .works(FieldType.FLAG, "blocked")
          .kept("default_model", "metadata")
          .refused("allowed_model_region", "object_permission")
          .elsewhere(FieldType.TEXT, "user_id")
          .elsewhere(FieldType.AMOUNT, "spend");

  private static final String EMPTY =
      """
      {"user_id": null, "blocked": false, "alias": null, "spend": 0.0,
       "allowed_model_region": null, "default_model": null, "budget_id": null}
      """;

  private final Management management;

  CustomerRoutes(Management management) {
    this.management = management;
  }

  List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    for (String root : List.of("/customer", "/end_user")) {
      routes.add(adminRoute("POST", root + "/new", this::create));
      routes.add(adminRoute("POST", root + "/update", this::update));
      routes.add(adminRoute("POST", root + "/delete", this::delete));
      routes.add(adminRoute("POST", root + "/block", call -> setBlocked(call, true)));
      routes.add(adminRoute("POST", root + "/unblock", call -> setBlocked(call, false)));
      routes.add(adminRoute("GET", root + "/info", this::info));
      routes.add(adminRoute("GET", root + "/list", this::list));
    }
    return routes;
  }

  private static ObjectNode empty(String id) {
    ObjectNode document = Json.readObject(EMPTY);
    document.put("user_id", id);
    return document;
  }

  private void create(Call call) throws IOException {
    ObjectNode body = call.body();
    List<String> warnings = RULES.check(body);
    String id = Management.required(body, "user_id");
    ObjectNode document = empty(id);
    fill(document, body);
    management.stampNew(document, call.caller());
    management.create(Source.CUSTOMER, id, document, "user_id");
    call.answer(shown(document), warnings);
  }

  private void fill(ObjectNode document, ObjectNode body) {
    RULES.copyInto(document, body);
    Json.number(body, "spend")
        .ifPresent(spend -> Documents.setSpend(Source.CUSTOMER, document, spend, management));
    Json.text(document, "budget_id")
        .ifPresent(budget -> management.require(Source.BUDGET, budget, "budget_id"));
  }

  private ObjectNode shown(ObjectNode document) {
    ObjectNode shown = Documents.shown(Source.CUSTOMER, document, management);
    ObjectNode budget = BudgetRoutes.table(document, management);
    shown.remove(BudgetRoutes.NAMES);
    if (budget.isEmpty()) {
      shown.putNull("litellm_budget_table");
    } else {
      shown.set("litellm_budget_table", budget);
    }
    return shown;
  }

  private void update(Call call) throws IOException {
    ObjectNode body = call.body();
    List<String> warnings = RULES.check(body);
    String id = Management.required(body, "user_id");
    Row row =
        management.change(
            Source.CUSTOMER,
            id,
            "user_id",
            document -> {
              fill(document, body);
              management.stamp(document, call.caller());
              return document;
            });
    call.answer(shown(row.document()), warnings);
  }

  private void delete(Call call) throws IOException {
    List<String> ids = Management.requiredTexts(call.body(), "user_ids");
    ids.forEach(id -> management.require(Source.CUSTOMER, id, "user_ids"));
    ids.forEach(id -> management.delete(Source.CUSTOMER, id));
    ObjectNode answer = Json.object();
    answer.put("deleted_customers", ids.size());
    answer.put("message", "Successfully deleted customers with ids: " + ids);
    call.answer(answer);
  }

  /** Blocks end users, those too that nobody has made a record for. */
  private void setBlocked(Call call, boolean blocked) throws IOException {
    ArrayNode changed = Json.object().arrayNode();
    for (String id : Management.requiredTexts(call.body(), "user_ids")) {
      ObjectNode document =
          management
              .records()
              .transact(transaction -> {
                Table table = management.records().customers().in(transaction);
                Row row = table.get(id).orElseGet(() -> fresh(id, call.caller()));
                row.document().put("blocked", blocked);
                management.stamp(row.document(), call.caller());
                table.put(row);
                return row.document();
              });
      management.written().wrote(Source.CUSTOMER, id);
      changed.add(shown(document));
    }
    ObjectNode answer = Json.object();
    answer.set(blocked ? "blocked_users" : "unblocked_users", changed);
    call.answer(answer);
  }

  private Row fresh(String id, Caller caller) {
    ObjectNode document = empty(id);
    management.stampNew(document, caller);
    return new Row(id, 0, document);
  }

  private void info(Call call) throws IOException {
    String id = call.query("end_user_id").orElseThrow(() -> Problems.missing("end_user_id"));
    call.answer(shown(management.require(Source.CUSTOMER, id, "end_user_id").document()));
  }

  private void list(Call call) throws IOException {
    List<Row> rows =
        management.records().customers().find(Management.everything().descending("created_at"));
    call.answer(Management.array(rows.stream().map(row -> shown(row.document())).toList()));
  }
}
