package io.synod.replica.instrumentation;

import io.synod.core.settings.BatchLimits;
import io.synod.network.wire.FrameType;
import io.synod.tuning.explain.Evidence;
import io.synod.tuning.explain.LinkUse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The difference of two samples of one replica.
 *
 * @param replica its number
 * @param bitsPerSecond of a link, {@link Long#MAX_VALUE} if not known
 */
record Period(int replica, Sample from, Sample to, long bitsPerSecond) {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double BITS_PER_BYTE = 8;

  double millis() {
    return nanos() / NANOS_PER_MILLI;
  }

  int replicas() {
    return to.replicas();
  }

  /** The role of the whole period, or {@code changing}. */
  String role() {
    return from.standing().equals(to.standing()) ? to.standing().role() : "changing";
  }

  double total(Total total) {
    return to.total(total) - from.total(total);
  }

  /** The one by the other; 0 if there was none of it. */
  double mean(Total sum, Total count) {
    return over(total(sum), total(count));
  }

  double cpuMillis(Activity activity) {
    return (to.cpu(activity) - from.cpu(activity)) / NANOS_PER_MILLI;
  }

  double cpuMillis() {
    double sum = 0;
    for (Activity activity : Activity.values()) {
      sum += cpuMillis(activity);
    }
    return sum;
  }

  double cpuMillisPer(Total count) {
    return over(cpuMillis(), total(count));
  }

  double processMillis() {
    return (to.processNanos() - from.processNanos()) / NANOS_PER_MILLI;
  }

  double sent(FrameType type) {
    return to.messages(type).sent() - from.messages(type).sent();
  }

  double received(FrameType type) {
    return to.messages(type).received() - from.messages(type).received();
  }

  /** Accepts, votes and what relays are given, sent to other replicas. */
  double phaseTwoSent() {
    return sent(FrameType.ACCEPT) + sent(FrameType.ACCEPTED) + sent(FrameType.RELAY);
  }

  /** Accepts, votes and what relays are given, received from other replicas. */
  double phaseTwoReceived() {
    return received(FrameType.ACCEPT) + received(FrameType.ACCEPTED) + received(FrameType.RELAY);
  }

  /** Mean bytes of the frames of this type that were sent. */
  double sentBytesEach(FrameType type) {
    return over(to.messages(type).sentBytes() - from.messages(type).sentBytes(), sent(type));
  }

  /** Mean bytes of the frames of this type that were received. */
  double receivedBytesEach(FrameType type) {
    double bytes = to.messages(type).receivedBytes() - from.messages(type).receivedBytes();
    return over(bytes, received(type));
  }

  /** Time-weighted mean of the slots that were open. */
  double windowMean() {
    return over(total(Total.WINDOW_TIME) * NANOS_PER_MICRO, nanos());
  }

  /** By Little's law, a mean over bytes: what waited, times how long, by what went through. */
  double queueMicros() {
    return over(total(Total.QUEUE_BYTE_TIME), total(Total.PROPOSED_BYTES)) * MICROS_PER_MILLI;
  }

  double linkSentBytes(int other) {
    return to.links()[other].sentBytes() - before(other).sentBytes();
  }

  double linkReceivedBytes(int other) {
    return to.links()[other].receivedBytes() - before(other).receivedBytes();
  }

  /** The link to {@code other} at the beginning; at the end, if it was no member before. */
  private Sample.Link before(int other) {
    Sample.Link[] links = from.links();
    return other < links.length && links[other] != null ? links[other] : to.links()[other];
  }

  /** How long the link to {@code other} took for what was sent, if its bandwidth is known. */
  double linkBusyMillis(int other) {
    return bitsPerSecond == Long.MAX_VALUE
        ? Double.NaN
        : linkSentBytes(other) * BITS_PER_BYTE * 1e3 / bitsPerSecond;
  }

  /** The time from {@code earlier} to the end of this one. */
  Period since(Sample earlier) {
    return new Period(replica, earlier, to, bitsPerSecond);
  }

  /**
   * What the explanation of this period needs.
   *
   * @param limits that are chosen
   * @param links to the other members
   * @param votesNeeded of these, to decide a slot
   * @param machine share of all processors that was used
   * @param threadPrefix which the names of threads lose
   */
  Evidence evidence(
      BatchLimits limits,
      List<LinkUse> links,
      int votesNeeded,
      double machine,
      String threadPrefix) {
    double seconds = nanos() / NANOS_PER_SECOND;
    return new Evidence(
        over(total(Total.REQUESTS), seconds),
        over(total(Total.INSTANCES), seconds),
        mean(Total.DECISION_TIME, Total.PROPOSALS_DECIDED) / MICROS_PER_MILLI,
        queueMicros() / MICROS_PER_MILLI,
        windowMean(),
        mean(Total.PROPOSED_BYTES, Total.PROPOSALS),
        over(total(Total.BUSY), seconds),
        over(to.allowedSlotNanos() - from.allowedSlotNanos(), nanos()),
        limits,
        threads(threadPrefix),
        disk(),
        machine,
        links,
        votesNeeded);
  }

  /** Share of the busiest thread, of the disk or of the machine since the last sample. */
  double busiest() {
    double machine = Double.isNaN(to.machineLoad()) ? 0 : to.machineLoad();
    double here = Math.max(machine, disk());
    return threads("").values().stream().reduce(here, Math::max);
  }

  private Map<String, Double> threads(String prefix) {
    Map<String, Double> threads = new HashMap<>();
    to.threadNanos()
        .forEach(
            (thread, used) -> {
              String name = thread.startsWith(prefix) ? thread.substring(prefix.length()) : thread;
              long before = from.threadNanos().getOrDefault(thread, 0L);
              threads.put(name, over(used - before, nanos()));
            });
    return threads;
  }

  private double disk() {
    return over(total(Total.JOURNAL_COMMIT_TIME), nanos());
  }

  /** Without its capacity. */
  LinkUse linkUse(int other) {
    Sample.Link link = to.links()[other];
    return new LinkUse(
        other,
        over(linkSentBytes(other), nanos() / NANOS_PER_SECOND),
        link.shortestTripNanos() / NANOS_PER_MILLI,
        link.leastTripNanos() / NANOS_PER_MILLI,
        Double.NaN);
  }

  private long nanos() {
    return to.nanos() - from.nanos();
  }

  private static double over(double sum, double count) {
    return count == 0 ? 0 : sum / count;
  }
}
