/** A whole run: targets up, slices in turn, results into files. */
package dev.headgate.bench.load.run;
