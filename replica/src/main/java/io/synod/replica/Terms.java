package io.synod.replica;

import io.synod.core.cluster.Quorums;
import io.synod.core.session.SessionSettings;
import io.synod.replica.config.SynodConfig;
import java.util.Locale;

/**
 * The settings that decide what is decided and what is executed: the same on all replicas, and for
 * as long as there is state.
 */
final class Terms {
  private Terms() {}

  static String of(SynodConfig config) {
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
