package io.synod.chaos.fault;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A sequence of faults, with each kind once in every round. Sometimes a second fault of another
 * ground begins while the first lasts. The same seed gives the same plan. Confined to one thread.
 */
public final class FaultPlan {
  private static final int CALM_MILLIS = 2000;
  private static final int REST_MILLIS_MIN = 800;
  private static final int REST_MILLIS_MAX = 3000;
  private static final int DELAY_MILLIS_MIN = 5;
  private static final int DELAY_MILLIS_MAX = 150;

  private final Random random;
  private final int replicas;
  private final int minority;
  private final Map<FaultKind.Ground, Long> busyUntilMillis = new EnumMap<>(FaultKind.Ground.class);
  private final List<Fault> faults = new ArrayList<>();

  private FaultPlan(long seed, int replicas, int minority) {
    random = new Random(seed);
    this.replicas = replicas;
    this.minority = minority;
  }

  /**
   * Draws a plan with every kind at least once, even in a short time.
   *
   * @param minority so many replicas may fail at a time
   * @param lengthMillis all faults end by then, if that is long enough for one of each
   * @return faults in the order of their begin
   */
  public static List<Fault> draw(
      long seed, int replicas, int minority, Collection<FaultKind> kinds, long lengthMillis) {
    return new FaultPlan(seed, replicas, minority).draw(kinds, lengthMillis);
  }

  /**
   * When the last fault of {@code plan} ends, which need not be the one that begins last.
   *
   * @param otherwise if there is no fault
   */
  public static long endMillis(List<Fault> plan, long otherwise) {
    return plan.stream().mapToLong(Fault::endMillis).max().orElse(otherwise);
  }

  private List<Fault> draw(Collection<FaultKind> kinds, long lengthMillis) {
    if (kinds.isEmpty()) {
      return List.of();
    }
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
    int few = 1 + random.nextInt(minority);
    return switch (kind) {
      case KILL, PAUSE -> onReplicas(kind, begin, length, order.subList(0, few));
      case DISK_FULL ->
          onReplicas(kind, begin, length, order.subList(0, 1 + random.nextInt(replicas)));
      case ALL_DOWN -> onReplicas(kind, begin, length, order);
      case CUT, SEVER -> onDirections(kind, begin, length, bothDirections(order, few), 0);
      case ONE_WAY -> onDirections(kind, begin, length, oneDirection(order), 0);
      case DELAY -> {
        int delayMillis = between(DELAY_MILLIS_MIN, DELAY_MILLIS_MAX);
        int cut = random.nextBoolean() ? replicas : few;
        yield onDirections(kind, begin, length, bothDirections(order, cut), delayMillis);
      }
    };
  }

  private Fault onReplicas(FaultKind kind, long begin, long length, List<Integer> hit) {
    boolean leavesQuorum = hit.size() <= minority;
    return new Fault(kind, begin, length, hit, List.of(), 0, leavesQuorum);
  }

  private Fault onDirections(
      FaultKind kind, long begin, long length, List<Direction> directions, long delayMillis) {
    return new Fault(kind, begin, length, List.of(), directions, delayMillis, true);
  }

  /**
   * One link, or all links between the first {@code few} replicas and the others. If {@code few}
   * covers all replicas, all links.
   */
  private List<Direction> bothDirections(List<Integer> order, int few) {
    List<Direction> directions = new ArrayList<>();
    if (few < replicas && random.nextInt(3) == 0) {
      Direction direction = new Direction(order.get(0), order.get(1));
      return List.of(direction, direction.back());
    }
    for (int first = 0; first < few; first++) {
      int others = few < replicas ? few : first + 1;
      for (int second = others; second < replicas; second++) {
        Direction direction = new Direction(order.get(first), order.get(second));
        directions.add(direction);
        directions.add(direction.back());
      }
    }
    return directions;
  }

  /** The directions from one replica to another, to all others, or from all others. */
  private List<Direction> oneDirection(List<Integer> order) {
    int extent = random.nextInt(3);
    List<Direction> directions = new ArrayList<>();
    for (int other : order.subList(1, extent == 0 ? 2 : replicas)) {
      Direction out = new Direction(order.get(0), other);
      directions.add(extent == 2 ? out.back() : out);
    }
    return directions;
  }

  private int between(int min, int max) {
    return min + random.nextInt(max - min + 1);
  }
}
