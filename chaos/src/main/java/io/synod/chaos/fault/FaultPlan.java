package io.synod.chaos.fault;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Faults one after the other, each kind once in every round, now and then a second one of another
 * ground while the first lasts. The same seed gives the same plan. Confined to one thread.
 */
public final class FaultPlan {
  private static final int CALM_MILLIS = 2000;
  private static final int REST_MILLIS_MIN = 800;
  private static final int REST_MILLIS_MAX = 3000;
  private static final int DELAY_MILLIS_MIN = 5;
  private static final int DELAY_MILLIS_MAX = 150;

  private final Random random;
  private final int replicas;
  private final Map<FaultKind.Ground, Long> busyUntilMillis = new EnumMap<>(FaultKind.Ground.class);
  private final List<Fault> faults = new ArrayList<>();

  private FaultPlan(long seed, int replicas) {
    random = new Random(seed);
    this.replicas = replicas;
  }

  /**
   * Every kind at least once, however short the time.
   *
   * @param lengthMillis by when all faults have ended, if that is enough for one of each
   * @return by ascending begin
   */
  public static List<Fault> draw(
      long seed, int replicas, Collection<FaultKind> kinds, long lengthMillis) {
    return new FaultPlan(seed, replicas).draw(kinds, lengthMillis);
  }

  private List<Fault> draw(Collection<FaultKind> kinds, long lengthMillis) {
    List<FaultKind> round = new ArrayList<>(kinds);
    while (true) {
      Collections.shuffle(round, random);
      for (FaultKind kind : round) {
        Fault fault = fault(kind, begin(kind));
        if (faults.size() >= round.size() && fault.endMillis() > lengthMillis) {
          return List.copyOf(faults);
        }
        faults.add(fault);
        busyUntilMillis.put(kind.ground(), fault.endMillis());
      }
    }
  }

  private long begin(FaultKind kind) {
    if (faults.isEmpty()) {
      return CALM_MILLIS;
    }
    Fault last = faults.get(faults.size() - 1);
    long middle = last.beginMillis() + last.lengthMillis() / 2;
    boolean overlaps = random.nextInt(4) == 0 && kind.ground() != last.kind().ground();
    if (overlaps && busyUntilMillis.getOrDefault(kind.ground(), 0L) < middle) {
      return middle;
    }
    long free = busyUntilMillis.values().stream().mapToLong(Long::longValue).max().orElseThrow();
    return free + between(REST_MILLIS_MIN, REST_MILLIS_MAX);
  }

  private Fault fault(FaultKind kind, long begin) {
    int length = between(kind.millisMin(), kind.millisMax());
    List<Integer> order = new ArrayList<>();
    for (int id = 0; id < replicas; id++) {
      order.add(id);
    }
    Collections.shuffle(order, random);
    int minority = (replicas - 1) / 2;
    int few = 1 + random.nextInt(minority);
    return switch (kind) {
      case KILL, PAUSE -> onReplicas(kind, begin, length, order.subList(0, few));
      case DISK_FULL ->
          onReplicas(kind, begin, length, order.subList(0, 1 + random.nextInt(replicas)));
      case ALL_DOWN -> onReplicas(kind, begin, length, order);
      case CUT, SEVER -> onWays(kind, begin, length, bothWays(order, few), 0);
      case ONE_WAY -> onWays(kind, begin, length, oneWay(order), 0);
      case DELAY -> {
        int delayMillis = between(DELAY_MILLIS_MIN, DELAY_MILLIS_MAX);
        int cut = random.nextBoolean() ? replicas : few;
        yield onWays(kind, begin, length, bothWays(order, cut), delayMillis);
      }
    };
  }

  private Fault onReplicas(FaultKind kind, long begin, long length, List<Integer> hit) {
    boolean leavesQuorum = replicas - hit.size() > replicas / 2;
    return new Fault(kind, begin, length, hit, List.of(), 0, leavesQuorum);
  }

  private Fault onWays(FaultKind kind, long begin, long length, List<Way> ways, long delayMillis) {
    return new Fault(kind, begin, length, List.of(), ways, delayMillis, true);
  }

  /** One link, or all links between the first few and the others; all with all if these are all. */
  private List<Way> bothWays(List<Integer> order, int few) {
    List<Way> ways = new ArrayList<>();
    if (few < replicas && random.nextInt(3) == 0) {
      Way way = new Way(order.get(0), order.get(1));
      return List.of(way, way.back());
    }
    for (int first = 0; first < few; first++) {
      int others = few < replicas ? few : first + 1;
      for (int second = others; second < replicas; second++) {
        Way way = new Way(order.get(first), order.get(second));
        ways.add(way);
        ways.add(way.back());
      }
    }
    return ways;
  }

  /** What one replica sends to another, or to all, or is sent by all. */
  private List<Way> oneWay(List<Integer> order) {
    int extent = random.nextInt(3);
    List<Way> ways = new ArrayList<>();
    for (int other : order.subList(1, extent == 0 ? 2 : replicas)) {
      Way out = new Way(order.get(0), other);
      ways.add(extent == 2 ? out.back() : out);
    }
    return ways;
  }

  private int between(int min, int max) {
    return min + random.nextInt(max - min + 1);
  }
}
