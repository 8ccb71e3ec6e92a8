package dev.headgate.providers.mock;

import dev.headgate.testkit.TestGateway;

/** Gateways around the mock. */
final class MockGateway {
  private MockGateway() {}

  /**
   * With a mocked model of known usage.
   *
   * @param params more of its {@code litellm_params}, each with a comma in front
   */
  static TestGateway with(String params) {
    return TestGateway.around(MockPlugin.class, MockPlugin::new)
        .models(
            "model_list: [{model_name: test-model, litellm_params: {model: mock/canned,"
                + " usage: {prompt_tokens: 7, completion_tokens: 3}"
                + params
                + "}}, {model_name: real-model, litellm_params: {model: test/upstream-model,"
                + " api_base: \"%UPSTREAM%\"}}]")
        .start();
  }

  /** What differs from call to call, made equal. */
  static String steady(String answer) {
    return answer.replaceAll("mock([-_])[0-9a-f]{8}", "mock$1ID");
  }
}
