package dev.headgate.kernel.config;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The keys that LiteLLM knows, whether they are honoured or not. */
final class KnownKeys {
  static final List<String> SECTIONS =
      List.of("general_settings", "litellm_settings", "router_settings");

  static final Set<String> TOP_NOT_HONOURED =
      Set.of(
          "callback_settings",
          "credential_list",
          "guardrails",
          "mcp_servers",
          "mcp_aliases",
          "finetune_settings",
          "files_settings",
          "vector_store_registry",
          "search_tools",
          "prompts",
          "policies");

  static final Set<String> TOP_HONOURED =
      Set.of(
          "model_list",
          "litellm_settings",
          "general_settings",
          "router_settings",
          "environment_variables",
          "include",
          "headgate");

  private static final Set<String> GENERAL =
      words(
          """
          database_url database_connection_pool_limit database_connection_timeout
          database_direct_url database_disable_prepared_statements database_type allow_requests_on_db_unavailable
          user_api_key_cache_ttl user_header_mappings user_header_name enforce_user_param
          reject_clientside_metadata_tags disable_spend_logs disable_spend_updates
          disable_error_logs store_prompts_in_spend_logs maximum_spend_logs_retention_period
          maximum_spend_logs_retention_interval maximum_spend_logs_cleanup_cron
          proxy_batch_write_at use_redis_transaction_buffer proxy_budget_rescheduler_min_time
          proxy_budget_rescheduler_max_time disable_reset_budget disable_budget_reservation
          fail_closed_budget_enforcement token_rate_limit_type max_parallel_requests
          background_health_checks health_check_interval health_check_details
          enable_health_check_routing store_model_in_db pass_through_endpoints alerting
          alerting_threshold alert_types alert_to_webhook_url allowed_ips use_x_forwarded_for
          max_queued_requests_per_worker admission_queue_timeout_seconds enable_jwt_auth
          litellm_jwtauth custom_auth custom_key_generate custom_sso key_management_system
          key_management_settings public_routes admin_only_routes allowed_routes
          default_team_disabled completion_model infer_model_from_keys ui_access_mode
          service_account_settings image_generation_model default_user_id disable_master_key_return
          disable_retry_on_max_parallel_request_limit_error supported_db_objects salt_key
          strict_budget_reservation forward_openai_org_id block_robots role_permissions
          enforced_params enable_oauth2_auth enable_oauth2_proxy_auth oauth2_config_mappings
          use_google_kms use_azure_key_vault use_aws_kms master_key_alias budget_duration
          """);

  private static final Set<String> LITELLM =
      words(
          """
          num_retries default_fallbacks context_window_fallbacks content_policy_fallbacks fallbacks
          cache cache_params enable_redis_auth_cache drop_params modify_params json_logs
          turn_off_message_logging redact_user_api_key_info max_budget budget_duration
          budget_exceeded_status_code max_end_user_budget max_end_user_budget_id
          max_internal_user_budget internal_user_budget_duration default_internal_user_params
          default_team_params default_team_settings default_key_generate_params
          upperbound_key_generate_params cost_discount_config cost_margin_config
          include_cost_in_streaming_usage disable_end_user_cost_tracking
          disable_end_user_cost_tracking_prometheus_only timezone
          prometheus_metrics_config prometheus_initialize_budget_metrics
          prometheus_end_user_metrics prometheus_latency_buckets custom_prometheus_metadata_labels
          custom_prometheus_tags enable_end_user_cost_tracking_prometheus_only
          prometheus_emit_stream_label check_provider_endpoint set_verbose allowed_fails
          cooldown_time request_timeout_seconds enable_json_schema_validation
          audit_log_callbacks store_audit_logs force_ipv4 ssl_verify ssl_certificate
          langfuse_default_tags model_alias_map custom_provider_map secret_manager_settings
          telemetry enable_preview_features guardrails disable_responses_id_security
          allow_unmanaged_response_ids disable_hf_tokenizer_download cost_per_token_map
          s3_callback_params gcs_callback_params default_redis_ttl forward_traceparent_to_llm_provider
          post_call_rules success_handler_timeout retry_policy add_function_to_prompt
          priority_reservation public_model_groups suppress_debug_info
          """);

  private static final Set<String> ROUTER =
      words(
          """
          routing_strategy_args enable_pre_call_checks optional_pre_call_checks num_retries
          max_fallbacks retry_policy model_group_retry_policy retry_after allowed_fails
          allowed_fails_policy cooldown_time disable_cooldowns fallbacks default_fallbacks
          context_window_fallbacks content_policy_fallbacks redis_host redis_port redis_password
          redis_url redis_db redis_username cache_responses cache_kwargs caching_groups
          enable_tag_filtering tag_filtering_match_any default_max_parallel_requests
          default_litellm_params debug_level set_verbose provider_budget_config client_ttl
          polling_interval assistants_config router_general_settings
          deployment_affinity_ttl_seconds ignore_invalid_deployments search_tools guardrail_list
          enable_health_check_routing default_priority alerting_config model_group_affinity_config
          """);

  /** Keys of {@code litellm_params} that the gateway itself goes by. */
  static final Set<String> DEPLOYMENT =
      words(
          """
          model custom_llm_provider api_key api_base base_url api_version organization region_name
          rpm tpm weight order tags timeout stream_timeout mock_response
          mock_timeout extra_headers
          """);

  /** Keys of {@code litellm_params} that mean something to LiteLLM and nothing here. */
  private static final Set<String> DEPLOYMENT_NOT_HONOURED =
      words(
          """
          max_retries num_retries max_parallel_requests cooldown_time rust litellm_credential_name use_in_pass_through
          use_litellm_proxy merge_reasoning_content_in_choices budget_duration max_budget
          drop_params additional_drop_params allowed_openai_params cache_control_injection_points
          configurable_clientside_auth_params max_file_size_mb model_info guardrails
          default_api_key_tpm_limit default_api_key_rpm_limit litellm_trace_id
          """);

  private static final Map<String, Set<String>> NOT_HONOURED =
      Map.of("general_settings", GENERAL, "litellm_settings", LITELLM, "router_settings", ROUTER);

  private KnownKeys() {}

  static Set<String> notHonoured(String section) {
    return NOT_HONOURED.getOrDefault(section, Set.of());
  }

  /** Whether a key of {@code litellm_params} is LiteLLM's own and without effect here. */
  static boolean deploymentNotHonoured(String key) {
    return DEPLOYMENT_NOT_HONOURED.contains(key)
        || key.contains("cost_per_")
        || key.endsWith("_token_cost")
        || key.endsWith("_cost_above_128k_tokens");
  }

  /** The same by name, but for the prices. */
  static Set<String> deploymentNotHonoured() {
    return DEPLOYMENT_NOT_HONOURED;
  }

  private static Set<String> words(String text) {
    return new TreeSet<>(List.of(text.strip().split("\\s+")));
  }
}
