/** The scripted upstream: a fake provider that tests and measurements tell what to do. */
package dev.headgate.bench.upstream;
