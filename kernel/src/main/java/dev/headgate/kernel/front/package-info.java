/** What stands in front of the requests: TLS, the choice of the protocol, and HTTP/2. */
package dev.headgate.kernel.front;
