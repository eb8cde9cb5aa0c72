package io.synod.replica.config;

import io.synod.core.cluster.Quorums;
import io.synod.core.session.SessionSettings;
import java.util.Locale;

/**
 * The settings that decide what is decided and what is executed: the same on all replicas, and for
 * as long as there is state.
 */
public final class SharedSettings {
  private SharedSettings() {}

  /** As text: replicas compare it when they meet, and refuse each other where it differs. */
  public static String of(SynodConfig config) {
    Quorums quorums = config.cluster().quorums();
    SessionSettings session = config.session();
    return """
        quorums %d and %d of %d, sessions idle %d ms, outstanding %d, count %d, answers of %d bytes, \
        %d kept by one, %d by all, on exception %s"""
        .formatted(
            quorums.phase1(),
            quorums.phase2(),
            quorums.replicas(),
            session.idleMillis(),
            session.outstandingMax(),
            session.sessionsMax(),
            session.answers().largestBytes(),
            session.answers().sessionBytes(),
            session.answers().allBytes(),
            config.onException().name().toLowerCase(Locale.ROOT));
  }
}
