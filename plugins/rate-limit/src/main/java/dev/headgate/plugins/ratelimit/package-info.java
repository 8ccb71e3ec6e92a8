/** Rate limits: requests and tokens in a window, and requests at once. */
package dev.headgate.plugins.ratelimit;
