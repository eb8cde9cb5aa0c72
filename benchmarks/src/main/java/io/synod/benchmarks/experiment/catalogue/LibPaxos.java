package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.experiment.report.Axis;
import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.Workload;
import io.synod.core.settings.Durability;
import java.util.ArrayList;
import java.util.List;

/**
 * The common parts of the experiments of Primi 2008 ("LibPaxos performance analysis"): one client,
 * which is the only proposer there and has one connection here; values of random lengths; answers
 * on delivery. Each cluster is measured twice: with one value an instance and one instance at a
 * time, as in the paper (section 2), and with the default settings.
 */
final class LibPaxos {
  /** Small, so that the logs of many processes fit into memory. */
  static final String SMALL_LOG = "log.max-bytes=32MiB";

  // Table 1: the client waits while this number of values is in flight.
  private static final int OUTSTANDING = 300;
  private static final int BYTES_LEAST = 30;
  private static final int BYTES_MOST = 3_000;

  // More than two waiting bursts are too many.
  private static final int BURSTS = 2;

  private LibPaxos() {}

  static Plan values(String title, int experiment) {
    return new Plan(title + ": LibPaxos (Primi 2008), experiment " + experiment)
        .detailed()
        .settings(LibPaxos::oneAtATime)
        .load(LibPaxos::load);
  }

  /** With and without event counters. */
  static List<String> counted(At at) {
    List<String> settings = new ArrayList<>(oneAtATime(at));
    settings.add("instrumentation=" + (at.is(Axis.INSTRUMENTED, 1) ? "on" : "off"));
    return settings;
  }

  private static List<String> oneAtATime(At at) {
    return at.of(Axis.BATCHING, 1) == 1
        ? List.of()
        : List.of("pipeline.window=1", Settings.UNBATCHED);
  }

  /** All values of a second at its begin, or as fast as they are delivered. */
  private static Load load(At at) {
    int least = at.of(Axis.VALUE_LEAST, BYTES_LEAST);
    int most = at.of(Axis.VALUE_MOST, BYTES_MOST);
    int perSecond = at.of(Axis.RATE, 0);
    int outstanding = perSecond == 0 ? OUTSTANDING : BURSTS * perSecond;
    Load load = new Load(1, outstanding, most);
    Load asked = least == most ? load : load.withWorkload(new Workload.MixedLengths(least));
    return perSecond == 0 ? asked : asked.withBursts(perSecond);
  }

  static boolean isOfStorage(At at) {
    Durability level = Durability.values()[at.of(Axis.LEVEL)];
    return switch (at.of(Axis.RATE)) {
      case 5 -> level == Durability.SYNC;
      case 1000 -> !at.quick() || level == Durability.MEMORY || level == Durability.SYNC;
      case 2000 -> !at.quick();
      default -> true;
    };
  }

  static boolean isOfLengths(At at) {
    int least = at.of(Axis.VALUE_LEAST);
    int most = at.of(Axis.VALUE_MOST);
    return !at.quick()
        || least == most && (most == 500 || most == 8000 || most == 10 && at.is(Axis.RATE, 0))
        || most == 3000 && at.is(Axis.RATE, 0);
  }
}
