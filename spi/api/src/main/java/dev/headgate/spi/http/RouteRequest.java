package dev.headgate.spi.http;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Preview;
import dev.headgate.spi.auth.Principal;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A request to a contributed route. Valid during the call of the handler; not thread-safe. */
@Preview
public interface RouteRequest {

  /** The head. */
  RequestHead head();

  /** Who calls; absent on an open route without a key. */
  Optional<Principal> principal();

  /**
   * A variable of the path, percent-decoded.
   *
   * @param name the name in the route's path
   * @throws IllegalArgumentException if the route has no such variable
   */
  String pathVariable(String name);

  /**
   * The first value of a query parameter, decoded.
   *
   * @param name the parameter
   */
  Optional<String> query(String name);

  /**
   * All values of a query parameter, decoded.
   *
   * @param name the parameter
   */
  List<String> queryAll(String name);

  /**
   * The whole body, read on the first call. Empty when there is none.
   *
   * @throws DenialException 413 when it is larger than the gateway's limit, 400 when its framing is
   *     broken; let it pass
   * @throws IOException when the client goes away
   */
  Bytes body() throws IOException;
}
