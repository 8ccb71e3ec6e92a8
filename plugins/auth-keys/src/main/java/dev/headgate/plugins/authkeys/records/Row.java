package dev.headgate.plugins.authkeys.records;

import tools.jackson.databind.node.ObjectNode;

/**
 * A record as it was read; its document is the reader's own.
 *
 * @param key its key
 * @param version its version; 0 for one that is not stored yet
 * @param document what it says
 */
public record Row(String key, long version, ObjectNode document) {}
