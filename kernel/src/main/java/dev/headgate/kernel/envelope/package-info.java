/** Request bodies as bytes: facts found by one strict scan, and edits as splices. */
package dev.headgate.kernel.envelope;
