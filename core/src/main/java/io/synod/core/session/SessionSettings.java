package io.synod.core.session;

/**
 * What a session may hold. Equal on every replica: it decides what is executed.
 *
 * @param idleMillis a session that nothing was executed for expires after this much leader time
 * @param outstandingMax requests of a session without an answer; bounds its reply cache
 */
public record SessionSettings(long idleMillis, int outstandingMax) {

  public SessionSettings {
    if (idleMillis < 1 || outstandingMax < 1) {
      throw new IllegalArgumentException(
          "session of %d ms, %d outstanding".formatted(idleMillis, outstandingMax));
    }
  }
}
