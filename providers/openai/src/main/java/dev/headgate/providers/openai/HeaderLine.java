package dev.headgate.providers.openai;

/**
 * A header of every request of a deployment.
 *
 * @param name the name
 * @param value the value
 */
record HeaderLine(String name, String value) {}
