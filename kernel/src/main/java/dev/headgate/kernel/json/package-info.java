/** JSON as bytes: finding places in it, reading its strings, making small changes. */
package dev.headgate.kernel.json;
