/** The gateway's core: it moves bytes between clients and upstreams and knows no plugin by name. */
package dev.headgate.kernel;
