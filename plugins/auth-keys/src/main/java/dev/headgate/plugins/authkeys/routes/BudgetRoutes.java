package dev.headgate.plugins.authkeys.routes;

import static dev.headgate.plugins.authkeys.routes.Management.adminRoute;

import dev.headgate.plugins.authkeys.entity.Source;
import dev.headgate.plugins.authkeys.records.Json;
import dev.headgate.plugins.authkeys.records.Row;
import dev.headgate.spi.http.Route;
import dev.headgate.spi.state.RecordQuery;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code /budget/…}: budgets that keys, customers, organizations and tags share. */
final class BudgetRoutes {
  /** The fields of a budget, which others carry to have a budget of their own. */
  static final List<String> NAMES =
      List.of(
          "max_budget",
          "soft_budget",
          "budget_duration",
          "tpm_limit",
          "rpm_limit",
          "max_parallel_requests",
          "model_max_budget");

  private static final FieldRules RULES =
      KeyFields.LIMITS
          .copy()
          .elsewhere(FieldType.TEXT, "budget_id")
          .kept("budget_reset_at")
          .refused("allowed_models");

  private final Management management;

  BudgetRoutes(Management management) {
    this.management = management;
  }

  List<Route> routes() {
    return List.of(
        adminRoute("POST", "/budget/new", this::create),
        adminRoute("POST", "/budget/update", this::update),
        adminRoute("POST", "/budget/delete", this::delete),
        adminRoute("POST", "/budget/info", this::info),
        adminRoute("GET", "/budget/list", this::list),
        adminRoute("GET", "/budget/settings", this::settings));
  }

  private void create(Call call) throws IOException {
    ObjectNode body = call.body();
    List<String> warnings = RULES.check(body);
    String id = Json.text(body, "budget_id").orElseGet(() -> UUID.randomUUID().toString());
    ObjectNode document = empty(id);
    RULES.copyInto(document, body);
    management.stampNew(document, call.caller());
    management.create(Source.BUDGET, id, document, "budget_id");
    call.answer(shown(document), warnings);
  }

  private static ObjectNode empty(String id) {
    ObjectNode document = Json.object();
    document.put("budget_id", id);
    NAMES.forEach(document::putNull);
    return document;
  }

  private ObjectNode shown(ObjectNode document) {
    ObjectNode shown = Documents.shown(Source.BUDGET, document, management);
    shown.remove("spend");
    return shown;
  }

  private void update(Call call) throws IOException {
    ObjectNode body = call.body();
    List<String> warnings = RULES.check(body);
    String id = Management.required(body, "budget_id");
    Row row =
        management.change(
            Source.BUDGET,
            id,
            "budget_id",
            document -> {
              RULES.copyInto(document, body);
              management.stamp(document, call.caller());
              return document;
            });
    call.answer(shown(row.document()), warnings);
  }

  private void delete(Call call) throws IOException {
    String id = Management.required(call.body(), "id");
    Row row = management.require(Source.BUDGET, id, "id");
    requireUnused(id);
    management.delete(Source.BUDGET, id);
    call.answer(shown(row.document()));
  }

  /** Who refers to a budget would have no limits without it. */
  private void requireUnused(String id) {
    for (Source source :
        List.of(
            Source.KEY,
            Source.TEAM,
            Source.USER,
            Source.ORGANIZATION,
            Source.CUSTOMER,
            Source.TAG)) {
      RecordQuery its = RecordQuery.all().equal("budget_id", id);
      if (source.table(management.records()).count(its) > 0) {
        throw Problems.bad(
            "id",
            "The budget "
                + id
                + " is that of at least one "
                + Management.noun(source)
                + "; give it another one first.");
      }
    }
  }

  private void info(Call call) throws IOException {
    ArrayNode found = Json.object().arrayNode();
    for (String id : Management.requiredTexts(call.body(), "budgets")) {
      found.add(shown(management.require(Source.BUDGET, id, "budgets").document()));
    }
    call.answer(found);
  }

  private void list(Call call) throws IOException {
    List<Row> rows =
        management.records().budgets().find(Management.everything().descending("created_at"));
    call.answer(Management.array(rows.stream().map(row -> shown(row.document())).toList()));
  }

  /** What a budget can say, for forms. */
  private void settings(Call call) throws IOException {
    ObjectNode document =
        call.query("budget_id")
            .flatMap(id -> management.records().budgets().get(id))
            .map(Row::document)
            .orElseGet(Json::object);
    ArrayNode settings = Json.object().arrayNode();
    for (String name : NAMES) {
      ObjectNode setting = settings.addObject();
      setting.put("field_name", name);
      setting.set(
          "field_value",
          document.path(name).isMissingNode() ? setting.nullNode() : document.path(name));
      setting.put("stored_in_db", !Json.empty(document.path(name)));
    }
    call.answer(settings);
  }

  /**
   * Gives a record the budget that a request describes: the shared one that it names, or limits of
   * its own.
   */
  static ObjectNode table(ObjectNode document, Management management) {
    ObjectNode table =
        Json.text(document, "budget_id")
            .flatMap(id -> management.records().budgets().get(id))
            .map(Row::document)
            .orElseGet(Json::object);
    for (String name : NAMES) {
      if (!Json.empty(document.path(name))) {
        table.set(name, document.path(name));
      }
    }
    return table;
  }
}
