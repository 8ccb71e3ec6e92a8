/** The models that the gateway knows: names, groups, deployments, and how one is picked. */
package dev.headgate.kernel.routing;
