/** The command line of the benchmarks. */
package dev.headgate.bench.load;
