package dev.headgate.kernel.pipeline;

import java.util.Optional;

/**
 * What the stages need to know of the configuration.
 *
 * @param bodyBytes the most bytes in a request body
 * @param answerBytes the most bytes in an answer that had to be decompressed
 * @param frameBytes the most bytes in one frame of a stream
 * @param jsonDepth how deep a body may nest
 * @param inFlight the most requests in flight
 * @param restampFrames whether the model's name is written into every stream frame
 * @param exposeRouterDebug whether upstream errors name group and fallbacks
 * @param serverTiming whether answers carry a server-timing header
 * @param timingOnRequest whether a client may ask for that header
 * @param countAlways whether every request is counted, wanted or not
 * @param countingQueue how many counts of long prompts may wait
 * @param keyHeader a further header that keys come in
 * @param userHeader a further header that names the end user
 * @param version of the product
 */
public record PipelineSettings(
    long bodyBytes,
    long answerBytes,
    int frameBytes,
    int jsonDepth,
    int inFlight,
    boolean restampFrames,
    boolean exposeRouterDebug,
    boolean serverTiming,
    boolean timingOnRequest,
    boolean countAlways,
    int countingQueue,
    Optional<String> keyHeader,
    Optional<String> userHeader,
    String version) {}
