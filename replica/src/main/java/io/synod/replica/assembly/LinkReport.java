package io.synod.replica.assembly;

import io.synod.core.cluster.ReplicaSet;
import io.synod.network.peer.LinkQuality;
import io.synod.network.peer.PeerNetwork;
import io.synod.network.peer.SharedRate;
import io.synod.network.wire.Levels;
import java.util.Locale;

/** The measured quality of the links to all peers, as a JSON array with an object for each. */
final class LinkReport {
  private static final double NANOS_PER_MICRO = 1e3;

  private LinkReport() {}

  /** What the links carry together; null if that is not known. */
  static String sharedJson(PeerNetwork peers) {
    SharedRate rate = peers.sharedRate();
    return rate.bitsPerSecond() == 0
        ? String.format(
            Locale.ROOT,
            "{\"bursts\":%d,\"bitsPerSecond\":null,\"isLowerBound\":null}",
            rate.bursts())
        : String.format(
            Locale.ROOT,
            "{\"bursts\":%d,\"bitsPerSecond\":%d,\"isLowerBound\":%s}",
            rate.bursts(),
            Math.round(rate.bitsPerSecond()),
            rate.isLowerBound());
  }

  /** What is not known is null. */
  static String json(int self, ReplicaSet members, PeerNetwork peers) {
    StringBuilder json = new StringBuilder("[");
    for (int peer : members.numbers()) {
      if (peer != self) {
        json.append(json.length() > 1 ? "," : "").append(json(peer, peers));
      }
    }
    return json.append(']').toString();
  }

  private static String json(int peer, PeerNetwork peers) {
    LinkQuality quality = peers.quality(peer);
    Levels levels = peers.levels(peer);
    int level = levels == null ? 0 : Levels.OWN.common(levels);
    boolean pinged = quality.pings() > 0;
    boolean burst = quality.bursts() > 0;
    return String.format(
        Locale.ROOT,
        """
        {"replica":%d,"pings":%d,"rttMicros":%s,"rttMeanMicros":%s,"bursts":%d,"bitsPerSecond":%s,\
        "isLowerBound":%s,"level":%s}""",
        peer,
        quality.pings(),
        pinged ? micros(quality.roundTripNanosLeast()) : null,
        pinged ? micros(quality.roundTripNanosMean()) : null,
        quality.bursts(),
        burst ? Math.round(quality.bitsPerSecond()) : null,
        burst ? quality.isLowerBound() : null,
        level > 0 ? level : null);
  }

  private static long micros(long nanos) {
    return Math.round(nanos / NANOS_PER_MICRO);
  }
}
