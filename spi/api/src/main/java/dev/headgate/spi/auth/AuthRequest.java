package dev.headgate.spi.auth;

import dev.headgate.spi.Nullable;
import dev.headgate.spi.Preview;
import dev.headgate.spi.http.RequestHead;

/** What there is to authenticate by: the head alone; the body has not been read. */
@Preview
public interface AuthRequest {

  /** The head. */
  RequestHead head();

  /** The key that the client presented; null when none. */
  @Nullable
  Credential credential();
}
