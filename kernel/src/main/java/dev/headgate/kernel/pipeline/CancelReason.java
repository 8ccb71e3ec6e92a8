package dev.headgate.kernel.pipeline;

/** Why an exchange was ended from outside. */
enum CancelReason {
  CLIENT_GONE,
  CONNECT_TIMEOUT,
  FIRST_BYTE_TIMEOUT,
  IDLE_TIMEOUT,
  TOTAL_TIMEOUT,
  SHUTDOWN
}
