/** Microbenchmarks of the data path: hot classes alone, and hooks within a request. */
package dev.headgate.bench.jmh;
