package dev.headgate.plugins.authkeys.routes;

import static dev.headgate.plugins.authkeys.routes.Management.adminRoute;

import dev.headgate.plugins.authkeys.entity.Source;
import dev.headgate.plugins.authkeys.records.Json;
import dev.headgate.plugins.authkeys.records.Row;
import dev.headgate.spi.http.Route;
import java.io.IOException;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** {@code /tag/…}: budgets and limits of tags. */
final class TagRoutes {
  private static final FieldRules RULES =
      KeyFields.LIMITS
          .copy()
          .works(FieldType.TEXT, "description", "budget_id")
          .kept("model_info")
          .refused("models")
          .elsewhere(FieldType.TEXT, "name");

  private final Management management;

  TagRoutes(Management management) {
    this.management = management;
  }

  List<Route> routes() {
    return List.of(
        adminRoute("POST", "/tag/new", this::create),
        adminRoute("POST", "/tag/update", this::update),
        adminRoute("POST", "/tag/delete", this::delete),
        adminRoute("POST", "/tag/info", this::info),
        adminRoute("GET", "/tag/list", this::list));
  }

  private void create(Call call) throws IOException {
    ObjectNode body = call.body();
    List<String> warnings = RULES.check(body);
    String name = Management.required(body, "name");
    ObjectNode document = Json.object();
    document.put("name", name);
    document.putNull("description");
    document.putArray("models");
    document.putNull("budget_id");
    fill(document, body);
    management.stampNew(document, call.caller());
    management.create(Source.TAG, name, document, "name");
    ObjectNode answer = Json.object();
    answer.put("message", "Tag " + name + " created successfully");
    answer.set("tag", shown(document));
    call.answer(answer, warnings);
  }

  private void fill(ObjectNode document, ObjectNode body) {
    RULES.copyInto(document, body);
    Json.text(document, "budget_id")
        .ifPresent(budget -> management.require(Source.BUDGET, budget, "budget_id"));
  }

  private ObjectNode shown(ObjectNode document) {
    ObjectNode shown = Documents.shown(Source.TAG, document, management);
    shown.set("litellm_budget_table", BudgetRoutes.table(document, management));
    return shown;
  }

  private void update(Call call) throws IOException {
    ObjectNode body = call.body();
    List<String> warnings = RULES.check(body);
    String name = Management.required(body, "name");
    Row row =
        management.change(
            Source.TAG,
            name,
            "name",
            document -> {
              fill(document, body);
              management.stamp(document, call.caller());
              return document;
            });
    ObjectNode answer = Json.object();
    answer.put("message", "Tag " + name + " updated successfully");
    answer.set("tag", shown(row.document()));
    call.answer(answer, warnings);
  }

  private void delete(Call call) throws IOException {
    String name = Management.required(call.body(), "name");
    management.require(Source.TAG, name, "name");
    management.delete(Source.TAG, name);
    ObjectNode answer = Json.object();
    answer.put("message", "Tag " + name + " deleted successfully");
    call.answer(answer);
  }

  private void info(Call call) throws IOException {
    ObjectNode answer = Json.object();
    for (String name : Management.requiredTexts(call.body(), "names")) {
      answer.set(name, shown(management.require(Source.TAG, name, "names").document()));
    }
    call.answer(answer);
  }

  private void list(Call call) throws IOException {
    List<Row> rows =
        management.records().tags().find(Management.everything().descending("created_at"));
    call.answer(Management.array(rows.stream().map(row -> shown(row.document())).toList()));
  }
}
