package io.synod.network.peer;

/**
 * The measured quality of the link to one peer.
 *
 * @param pings answered pings that measure round trips, since the connection was opened
 * @param roundTripNanosShortest of the last ten minutes of this connection: without a queue, unless
 *     one stood for all of them; 0 if there is none
 * @param roundTripNanosLeast of the last ten; 0 if there is none
 * @param roundTripNanosMean of the same
 * @param bursts whose rate was found since the start
 * @param bitsPerSecond of the last burst, as the peer has read it; 0 if there is none
 * @param isLowerBound whether the last burst has not filled the link, so that it carries more
 */
public record LinkQuality(
    long pings,
    long roundTripNanosShortest,
    long roundTripNanosLeast,
    long roundTripNanosMean,
    long bursts,
    double bitsPerSecond,
    boolean isLowerBound) {

  static final LinkQuality UNKNOWN = new LinkQuality(0, 0, 0, 0, 0, 0, false);

  LinkQuality with(RoundTrips trips) {
    return new LinkQuality(
        trips.count(),
        trips.shortest(),
        trips.least(),
        trips.mean(),
        bursts,
        bitsPerSecond,
        isLowerBound);
  }

  LinkQuality withRate(double bits, boolean lowerBound) {
    return new LinkQuality(
        pings,
        roundTripNanosShortest,
        roundTripNanosLeast,
        roundTripNanosMean,
        bursts + 1,
        bits,
        lowerBound);
  }
}
