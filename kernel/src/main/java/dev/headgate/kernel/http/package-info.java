/** The client's side: listening, HTTP/1.1 and HTTP/2 in, answers out. */
package dev.headgate.kernel.http;
