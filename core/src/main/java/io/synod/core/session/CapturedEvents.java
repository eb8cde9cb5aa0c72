package io.synod.core.session;

/**
 * The events of a session as they were when it was captured. The array never changes.
 *
 * @param first number of the first event that is kept; that of the next one if none is
 */
public record CapturedEvents(long first, SessionEvent[] kept) {}
