package dev.headgate.providers.openai;

/**
 * What the operator wants for all deployments.
 *
 * @param showUsage whether clients see usage frames that they did not ask for
 * @param forwardHeaders whether the client's {@code x-} headers go upstream
 * @param forwardOrganization whether the client's {@code openai-organization} goes upstream
 */
record Wishes(boolean showUsage, boolean forwardHeaders, boolean forwardOrganization) {}
