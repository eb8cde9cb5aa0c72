package io.synod.replica.assembly;

import io.synod.core.cluster.ReplicaSet;
import io.synod.network.peer.LinkQuality;
import io.synod.network.peer.PeerNetwork;
import io.synod.network.peer.SharedRate;
import io.synod.network.wire.Levels;
import io.synod.replica.instrumentation.JsonFields;
import java.util.ArrayList;
import java.util.List;

/** The measured quality of the links to all peers, an object for each. */
final class LinkReport {
  private static final double NANOS_PER_MICRO = 1e3;

  private LinkReport() {}

  /** What the links carry together; null if that is not known. */
  static JsonFields shared(PeerNetwork peers) {
    SharedRate rate = peers.sharedRate();
    boolean isKnown = rate.bitsPerSecond() != 0;
    return new JsonFields()
        .put("bursts", rate.bursts())
        .put("bitsPerSecond", isKnown ? Math.round(rate.bitsPerSecond()) : null)
        .put("isLowerBound", isKnown ? rate.isLowerBound() : null);
  }

  /** What is not known is null. */
  static List<JsonFields> all(int self, ReplicaSet members, PeerNetwork peers) {
    List<JsonFields> all = new ArrayList<>();
    for (int peer : members.numbers()) {
      if (peer != self) {
        all.add(one(peer, peers));
      }
    }
    return all;
  }

  private static JsonFields one(int peer, PeerNetwork peers) {
    LinkQuality quality = peers.quality(peer);
    Levels levels = peers.levels(peer);
    int level = levels == null ? 0 : Levels.OWN.common(levels);
    boolean pinged = quality.pings() > 0;
    boolean burst = quality.bursts() > 0;
    return new JsonFields()
        .put("replica", peer)
        .put("pings", quality.pings())
        .put("rttMicros", pinged ? micros(quality.roundTripNanosLeast()) : null)
        .put("rttMeanMicros", pinged ? micros(quality.roundTripNanosMean()) : null)
        .put("bursts", quality.bursts())
        .put("bitsPerSecond", burst ? Math.round(quality.bitsPerSecond()) : null)
        .put("isLowerBound", burst ? quality.isLowerBound() : null)
        .put("level", level > 0 ? level : null);
  }

  private static long micros(long nanos) {
    return Math.round(nanos / NANOS_PER_MICRO);
  }
}
