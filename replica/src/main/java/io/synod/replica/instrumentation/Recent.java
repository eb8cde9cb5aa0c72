package io.synod.replica.instrumentation;

import io.synod.core.cluster.Quorums;
import io.synod.core.settings.BatchLimits;
import io.synod.tuning.explain.DeliveryRate;
import io.synod.tuning.explain.Evidence;
import io.synod.tuning.explain.Explanation;
import io.synod.tuning.explain.LinkUse;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * What a replica did in the last ten seconds, in one role and view. Long enough that a command
 * which asks for it, and needs a processor to start, does not decide what it reads. Written by the
 * instrumentation thread, read by any.
 */
final class Recent {
  private static final long NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int SAMPLES_MAX = 64;

  private final int replica;
  private final ArrayDeque<Sample> samples = new ArrayDeque<>();

  // By replica number.
  private final Map<Integer, DeliveryRate> rates = new HashMap<>();

  private volatile View view;

  /**
   * @param links of the last interval alone, with what they delivered in earlier ones
   * @param machine the median of the load of all processors
   */
  private record View(Period period, List<LinkUse> links, double machine) {}

  Recent(Period first) {
    replica = first.replica();
    samples.add(first.to());
    view = new View(first, List.of(), Double.NaN);
  }

  /** {@code interval} is over. */
  void add(Period interval) {
    Sample newest = interval.to();
    if (!newest.standing().equals(samples.getLast().standing())) {
      samples.clear();
      samples.add(interval.from());
      rates.clear();
    }
    samples.add(newest);
    while (samples.size() > 2
        && (newest.nanos() - samples.getFirst().nanos() > NANOS || samples.size() > SAMPLES_MAX)) {
      samples.removeFirst();
    }
    // Pings wait for processors too, and those of a follower wait behind what the leader sends.
    boolean showsLinks =
        interval.role().equals("leader") && interval.busiest() < Explanation.RATHER_BUSY;
    List<LinkUse> links =
        IntStream.range(0, newest.links().length)
            .filter(other -> other != replica && newest.links()[other] != null)
            .mapToObj(other -> linkUse(interval, other, showsLinks))
            .toList();
    view = new View(interval.since(samples.getFirst()), links, machine());
  }

  private LinkUse linkUse(Period interval, int other, boolean showsCapacity) {
    DeliveryRate rate = rates.computeIfAbsent(other, number -> new DeliveryRate());
    LinkUse seen = interval.linkUse(other);
    return showsCapacity ? rate.add(seen) : rate.complete(seen);
  }

  private double machine() {
    double[] loads = samples.stream().skip(1).mapToDouble(Sample::machineLoad).sorted().toArray();
    return loads[loads.length / 2];
  }

  /**
   * @param limits that are chosen
   * @param quorums of the present members
   * @param threadPrefix which the names of threads lose
   */
  Evidence evidence(BatchLimits limits, Quorums quorums, String threadPrefix) {
    View now = view;
    List<LinkUse> links =
        now.links().stream().filter(link -> quorums.members().contains(link.replica())).toList();
    int votesNeeded = quorums.phase2() - (quorums.members().contains(replica) ? 1 : 0);
    return now.period().evidence(limits, links, votesNeeded, now.machine(), threadPrefix);
  }
}
