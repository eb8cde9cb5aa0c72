package io.synod.core.session;

/**
 * An event that the service has published to a session.
 *
 * @param before the service published it before the session's request of this sequence was
 *     answered, and behind the answer of the sequence before
 * @param bytes never changed
 */
public record SessionEvent(long before, byte[] bytes) {
  /** What keeping an event takes beside its bytes. */
  public static final int OVERHEAD_BYTES = 48;

  long keptBytes() {
    return bytes.length + (long) OVERHEAD_BYTES;
  }
}
