package dev.headgate.spi.request;

/**
 * A text of a prompt, by its place.
 *
 * @param role who speaks: {@code system}, {@code user}, {@code assistant}, {@code tool} …, or empty
 *     where the body does not say
 * @param span the JSON string in the body, quotes included
 */
public record TextSpan(String role, Span span) {}
