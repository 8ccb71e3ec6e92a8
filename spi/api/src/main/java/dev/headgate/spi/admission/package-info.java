/** What is counted, reserved and priced before a request goes upstream. */
package dev.headgate.spi.admission;
