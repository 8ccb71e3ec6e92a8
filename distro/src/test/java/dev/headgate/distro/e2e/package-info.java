/** The assembled gateway as a process, between raw clients and the scripted upstream. */
package dev.headgate.distro.e2e;
