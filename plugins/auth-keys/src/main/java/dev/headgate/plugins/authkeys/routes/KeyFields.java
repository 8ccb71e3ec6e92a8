package dev.headgate.plugins.authkeys.routes;

import dev.headgate.plugins.authkeys.records.Json;
import tools.jackson.databind.node.ObjectNode;

/** The fields of a key. */
final class KeyFields {
  /** What limits a record of any sort. */
  static final FieldRules LIMITS =
      new FieldRules()
          .works(FieldType.AMOUNT, "max_budget", "soft_budget")
          .works(FieldType.PERIOD, "budget_duration")
          .works(FieldType.BUDGETS, "budget_limits")
          .works(FieldType.MODEL_BUDGETS, "model_max_budget")
          .works(FieldType.WHOLE, "tpm_limit", "rpm_limit", "tpd_limit", "max_parallel_requests")
          .works(FieldType.WHOLE_MAP, "model_rpm_limit", "model_tpm_limit");

  /** The fields of a record of a key that requests set. */
  static final FieldRules RECORD =
      LIMITS
          .copy()
          .works(
              FieldType.TEXT,
              "key_alias",
              "user_id",
              "team_id",
              "organization_id",
              "budget_id",
              "key_type")
          .works(FieldType.TEXTS, "models", "allowed_routes", "tags")
          .works(FieldType.TEXT_MAP, "aliases")
          .works(FieldType.OBJECT, "metadata", "permissions")
          .works(FieldType.FLAG, "blocked")
          .kept(
              "config",
              "router_settings",
              "agent_id",
              "end_user_budget_id",
              "budget_fallbacks",
              "throttle_on_budget_exceeded",
              "rpm_limit_type",
              "tpm_limit_type",
              "default_estimated_output_tokens",
              "allowed_cache_controls",
              "prompts",
              "disable_global_guardrails",
              "enable_prompt_caching",
              "rotation_interval",
              "model_spend",
              "object_permission_id")
          .refused(
              "project_id",
              "auto_rotate",
              "access_group_ids",
              "mcp_rpm_limit",
              "tag_rpm_limit",
              "allowed_passthrough_routes",
              "enforced_params",
              "guardrails",
              "policies",
              "object_permission",
              "allowed_vector_store_indexes")
          .elsewhere(FieldType.PERIOD, "duration")
          .elsewhere(FieldType.AMOUNT, "spend")
          .elsewhere(FieldType.FLAG, "send_invite_email");

  /** The fields of a request for a new key. */
  static final FieldRules NEW = RECORD.copy().elsewhere(FieldType.TEXT, "key");

  /** The fields of a request that changes a key; {@code duration} may also be -1 for ever. */
  static final FieldRules CHANGE =
      RECORD
          .copy()
          .elsewhere(FieldType.TEXT, "key", "new_key", "duration", "token")
          .elsewhere(FieldType.PERIOD, "grace_period")
          .refused("temp_budget_increase", "temp_budget_expiry");

  private static final String EMPTY =
      """
      {"token": null, "key_name": null, "key_alias": null, "soft_budget_cooldown": false,
       "spend": 0.0, "expires": null, "models": [], "aliases": {}, "config": {},
       "router_settings": {}, "user_id": null, "team_id": null, "organization_id": null,
       "project_id": null, "agent_id": null, "permissions": {}, "max_parallel_requests": null,
       "metadata": {}, "tags": [], "blocked": false, "tpm_limit": null, "rpm_limit": null,
       "max_budget": null, "soft_budget": null, "budget_duration": null, "budget_reset_at": null,
       "budget_limits": null, "budget_id": null, "allowed_cache_controls": [],
       "allowed_routes": [], "guardrails": [], "policies": [], "access_group_ids": [],
       "model_spend": {}, "model_max_budget": {}, "model_rpm_limit": null,
       "model_tpm_limit": null, "object_permission_id": null, "last_active": null,
       "rotation_count": 0, "auto_rotate": false, "rotation_interval": null,
       "last_rotation_at": null, "key_rotation_at": null}
      """;

  private KeyFields() {}

  /** A key about which nothing is known yet. */
  static ObjectNode empty() {
    return Json.readObject(EMPTY);
  }

  /** {@code key_type} stands for routes. */
  static void applyType(ObjectNode document) {
    String type = Json.text(document, "key_type").orElse("default");
    String routes =
        switch (type) {
          case "default" -> "";
          case "llm_api" -> "llm_api_routes";
          case "management" -> "management_routes";
          case "read_only" -> "info_routes";
          default ->
              throw Problems.field(
                  "key_type", "must be one of default, llm_api, management, read_only");
        };
    if (!routes.isEmpty() && Json.texts(document, "allowed_routes").isEmpty()) {
      document.putArray("allowed_routes").add(routes);
    }
  }
}
