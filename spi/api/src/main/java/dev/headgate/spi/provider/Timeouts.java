package dev.headgate.spi.provider;

import dev.headgate.spi.Preview;
import java.time.Duration;

/**
 * How long the phases of a call may take.
 *
 * @param connect until a connection stands, TLS included
 * @param firstByte from sending until the first byte of the answer's head; for streams until the
 *     first frame
 * @param idle between two reads of the body
 * @param total from the start of the call to its end
 */
@Preview
public record Timeouts(Duration connect, Duration firstByte, Duration idle, Duration total) {}
