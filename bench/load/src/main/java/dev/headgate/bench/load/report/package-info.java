/** Tables and plots, made from the files of a run alone. */
package dev.headgate.bench.load.report;
