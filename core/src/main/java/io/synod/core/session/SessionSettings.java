package io.synod.core.session;

/**
 * What sessions may hold. Equal on every replica: it decides what is executed.
 *
 * @param idleMillis a session that nothing was executed for expires after this much leader time
 * @param outstandingMax requests of a session without an answer; bounds its reply cache
 * @param sessionsMax open sessions; one more closes the least recently active one
 */
public record SessionSettings(long idleMillis, int outstandingMax, int sessionsMax) {

  public SessionSettings {
    if (idleMillis < 1 || outstandingMax < 1 || sessionsMax < 1) {
      throw new IllegalArgumentException(
          "session of %d ms, %d outstanding, %d sessions"
              .formatted(idleMillis, outstandingMax, sessionsMax));
    }
  }
}
