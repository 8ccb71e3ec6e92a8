/** The plugin itself: its life cycle, its context, and the values that all kinds share. */
package dev.headgate.spi;
