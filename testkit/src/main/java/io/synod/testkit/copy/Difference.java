package io.synod.testkit.copy;

/**
 * A mistake of the service, as a history has shown it.
 *
 * @param text what differs, and what that means
 * @param cause what the service threw; null if it threw nothing
 */
public record Difference(String text, Throwable cause) {}
