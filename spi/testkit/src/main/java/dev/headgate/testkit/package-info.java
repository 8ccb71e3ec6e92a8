/** Starts a kernel with one plugin under test and a scripted upstream. */
package dev.headgate.testkit;
