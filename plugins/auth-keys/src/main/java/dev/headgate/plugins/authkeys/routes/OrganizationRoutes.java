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

/** {@code /organization/…}. */
final class OrganizationRoutes {
  private static final FieldRules RULES =
      KeyFields.LIMITS
          .copy()
          .works(FieldType.TEXT, "organization_alias", "budget_id")
          .works(FieldType.TEXTS, "models")
          .works(FieldType.OBJECT, "metadata")
          .refused("object_permission")
          .elsewhere(FieldType.TEXT, "organization_id")
          .elsewhere(FieldType.AMOUNT, "spend");

  private static final String EMPTY =
      """
      {"organization_id": null, "organization_alias": null, "budget_id": null, "metadata": {},
       "models": [], "spend": 0.0}
      """;

  private final Management management;

  OrganizationRoutes(Management management) {
    this.management = management;
  }

  List<Route> routes() {
    return List.of(
        adminRoute("POST", "/organization/new", this::create),
        adminRoute("PATCH", "/organization/update", this::update),
        adminRoute("POST", "/organization/update", this::update),
        adminRoute("DELETE", "/organization/delete", this::delete),
        adminRoute("GET", "/organization/info", this::info),
        adminRoute("POST", "/organization/info", this::infos),
        adminRoute("GET", "/organization/list", this::list));
  }

  private void create(Call call) throws IOException {
    ObjectNode body = call.body();
    List<String> warnings = RULES.check(body);
    String id = Json.text(body, "organization_id").orElseGet(() -> UUID.randomUUID().toString());
    ObjectNode document = Json.readObject(EMPTY);
    document.put("organization_id", id);
    fill(document, body);
    management.stampNew(document, call.caller());
    management.create(Source.ORGANIZATION, id, document, "organization_id");
    call.answer(shown(document), warnings);
  }

  private void fill(ObjectNode document, ObjectNode body) {
    RULES.copyInto(document, body);
    Json.number(body, "spend")
        .ifPresent(spend -> Documents.setSpend(Source.ORGANIZATION, document, spend, management));
    Json.text(document, "budget_id")
        .ifPresent(budget -> management.require(Source.BUDGET, budget, "budget_id"));
  }

  private ObjectNode shown(ObjectNode document) {
    ObjectNode shown = Documents.shown(Source.ORGANIZATION, document, management);
    shown.set("litellm_budget_table", BudgetRoutes.table(document, management));
    return shown;
  }

  private void update(Call call) throws IOException {
    ObjectNode body = call.body();
    List<String> warnings = RULES.check(body);
    String id = Management.required(body, "organization_id");
    Row row =
        management.change(
            Source.ORGANIZATION,
            id,
            "organization_id",
            document -> {
              fill(document, body);
              management.stamp(document, call.caller());
              return document;
            });
    call.answer(shown(row.document()), warnings);
  }

  /** An organization that still has teams or keys stays, since they would lose its limits. */
  private void delete(Call call) throws IOException {
    List<String> ids = Management.requiredTexts(call.body(), "organization_ids");
    ArrayNode deleted = Json.object().arrayNode();
    for (String id : ids) {
      Row row = management.require(Source.ORGANIZATION, id, "organization_ids");
      RecordQuery its = RecordQuery.all().equal("organization_id", id);
      if (management.records().teams().count(its) + management.records().keys().count(its) > 0) {
        throw Problems.bad(
            "organization_ids",
            "The organization " + id + " still has teams or keys; delete or move them first.");
      }
      deleted.add(shown(row.document()));
    }
    ids.forEach(id -> management.delete(Source.ORGANIZATION, id));
    call.answer(deleted);
  }

  private void info(Call call) throws IOException {
    String id =
        call.query("organization_id").orElseThrow(() -> Problems.missing("organization_id"));
    call.answer(full(id, "organization_id"));
  }

  private void infos(Call call) throws IOException {
    ArrayNode found = Json.object().arrayNode();
    for (String id : Management.requiredTexts(call.body(), "organizations")) {
      found.add(full(id, "organizations"));
    }
    call.answer(found);
  }

  private ObjectNode full(String id, String field) {
    ObjectNode answer = shown(management.require(Source.ORGANIZATION, id, field).document());
    List<Row> teams =
        management.records().teams().find(Management.everything().equal("organization_id", id));
    answer.set(
        "teams",
        Management.array(
            teams.stream()
                .map(row -> Documents.shown(Source.TEAM, row.document(), management))
                .toList()));
    return answer;
  }

  private void list(Call call) throws IOException {
    List<Row> rows =
        management.records().organizations().find(Management.everything().descending("created_at"));
    call.answer(Management.array(rows.stream().map(row -> shown(row.document())).toList()));
  }
}
