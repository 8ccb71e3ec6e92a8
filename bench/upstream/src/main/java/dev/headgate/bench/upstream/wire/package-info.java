/** HTTP/1.1 over blocking sockets, as bytes: reading requests and playing answers. */
package dev.headgate.bench.upstream.wire;
