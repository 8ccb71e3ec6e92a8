/** What the operator configured: read, typed, checked, shown, and watched for changes. */
package dev.headgate.kernel.config;
