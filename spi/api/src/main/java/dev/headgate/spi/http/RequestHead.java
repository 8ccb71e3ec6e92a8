package dev.headgate.spi.http;

import dev.headgate.spi.Dialect;
import dev.headgate.spi.Operation;
import dev.headgate.spi.Preview;

/** The head of a request. Not thread-safe; valid while its exchange lives. */
@Preview
public interface RequestHead {

  /** The method, in upper case. */
  String method();

  /** The path without the query, as it came (not decoded). */
  String path();

  /** The query without the question mark, as it came; empty when there is none. */
  String query();

  /** The header lines. */
  HeaderView headers();

  /** What the request asks for. */
  Operation operation();

  /** The dialect in which the client speaks and is answered. */
  Dialect dialect();

  /** The address of the peer, without port: a proxy's where one is in front. */
  String remoteAddress();

  /** Whether the connection is encrypted. */
  boolean secure();
}
