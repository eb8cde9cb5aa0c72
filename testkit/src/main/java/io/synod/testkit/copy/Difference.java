package io.synod.testkit.copy;

/**
 * A mistake of the service, as a history has shown it.
 *
 * @param order less for a copy that shows simpler mistakes; equal for mistakes of one kind
 * @param text what differs, and what that means
 * @param cause what the service threw; null if it threw nothing
 */
public record Difference(int order, String text, Throwable cause) {

  /** One that a single instance shows. */
  Difference(String text, Throwable cause) {
    this(0, text, cause);
  }
}
