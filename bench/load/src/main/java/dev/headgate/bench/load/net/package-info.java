/** The event loop, and the upstream that it serves. */
package dev.headgate.bench.load.net;
