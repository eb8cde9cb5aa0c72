package io.synod.fitting.measurement;

/**
 * A leader's traffic in one interval; each value is at least 0.
 *
 * @param instances decided
 * @param requests in them
 * @param requestBytes payload of a request, on average
 * @param answerBytes payload of an answer, on average
 * @param acceptBytes S_2a, an Accept with its frame, on average
 * @param acceptedBytes S_2b, an Accepted with its frame, on average
 */
public record Traffic(
    double instances,
    double requests,
    double requestBytes,
    double answerBytes,
    double acceptBytes,
    double acceptedBytes) {}
