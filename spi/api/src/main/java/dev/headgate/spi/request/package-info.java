/** What a request says: its facts, its prompt, and edits of its bytes. */
package dev.headgate.spi.request;
