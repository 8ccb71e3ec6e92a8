/** The command line of the assembled gateway. */
package dev.headgate.distro;
