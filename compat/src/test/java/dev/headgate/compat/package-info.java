/** Real clients against the assembled gateway. */
package dev.headgate.compat;
