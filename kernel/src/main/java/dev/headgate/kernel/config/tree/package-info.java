/** The configuration file as a tree of values that know where they stand. */
package dev.headgate.kernel.config.tree;
