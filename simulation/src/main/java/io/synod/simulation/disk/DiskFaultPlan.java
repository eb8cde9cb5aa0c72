package io.synod.simulation.disk;

import io.synod.core.check.Check;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The faults of a disk during a run, and their rate.
 *
 * @param mix the possible faults, one of which is drawn for each strike; one that is listed twice
 *     is twice as likely
 * @param intervalNanos average time between two strikes
 * @param lengthNanos how long a disk is full and an armed fault waits for its call, at most
 */
public record DiskFaultPlan(List<DiskFault> mix, long intervalNanos, long lengthNanos) {

  private static final DiskFault[] ALL = DiskFault.values();
  private static final int STRIKES_MAX = 8;
  // An armed fault strikes one of this number of calls, so that it also occurs inside a
  // group of calls.
  private static final int CALLS = 4;
  private static final long SLACK_BYTES_MAX = 64 << 10;

  public DiskFaultPlan {
    mix = List.copyOf(mix);
    Check.that(intervalNanos > 0, "%d ns between strikes", intervalNanos);
    Check.that(lengthNanos > 0, "a fault of %d ns", lengthNanos);
  }

  /** The weights of faults: flipped bits, errors, misdirected writes and a full disk. */
  public static Map<DiskFault, Integer> weights() {
    Map<DiskFault, Integer> weights = new EnumMap<>(DiskFault.class);
    weights.put(DiskFault.BIT_FLIP, 4);
    weights.put(DiskFault.NO_SPACE, 3);
    weights.put(DiskFault.WRITE_ERROR, 2);
    weights.put(DiskFault.FORCE_ERROR, 2);
    weights.put(DiskFault.MISDIRECTED_WRITE, 2);
    weights.put(DiskFault.READ_ERROR, 1);
    weights.put(DiskFault.CREATE_ERROR, 1);
    weights.put(DiskFault.RENAME_ERROR, 1);
    weights.put(DiskFault.NAMES_FORCE_ERROR, 1);
    return weights;
  }

  /**
   * Draws a plan. It leaves out some of the faults that have a weight, so that runs differ in more
   * than the times of faults.
   *
   * @param weights of the faults that may occur; missing ones do not
   * @param durationNanos of the run, which has one to eight strikes on average
   */
  public static DiskFaultPlan draw(
      SplittableRandom random, Map<DiskFault, Integer> weights, long durationNanos) {
    List<DiskFault> possible = new ArrayList<>();
    List<DiskFault> drawn = new ArrayList<>();
    // In the enum's order, since a map's order may differ between runs.
    for (DiskFault fault : ALL) {
      boolean occurs = random.nextBoolean();
      for (int times = weights.getOrDefault(fault, 0); times > 0; times--) {
        possible.add(fault);
        if (occurs) {
          drawn.add(fault);
        }
      }
    }
    long interval = Math.max(1, durationNanos / random.nextInt(1, 1 + STRIKES_MAX));
    long length = 1 + random.nextLong(1 + durationNanos / 2);
    return new DiskFaultPlan(drawn.isEmpty() ? possible : drawn, interval, length);
  }

  public boolean isEmpty() {
    return mix.isEmpty();
  }

  /** Draws the time until the next strike. */
  public long delayNanos(SplittableRandom random) {
    return 1 + random.nextLong(2 * intervalNanos);
  }

  /** Applies one fault of a plan that is not empty to {@code disk}, or arms it. */
  public DiskStrike strike(SimulatedDisk disk, SplittableRandom random) {
    Check.that(!mix.isEmpty(), "an empty plan strikes nothing");
    DiskFault fault = mix.get(random.nextInt(mix.size()));
    return switch (fault) {
      case BIT_FLIP -> flip(disk);
      case NO_SPACE -> fill(disk, random);
      default -> arm(fault, disk, random);
    };
  }

  private static DiskStrike flip(SimulatedDisk disk) {
    BitFlip flip =
        disk.flipRandomBit(name -> name.endsWith(".journal") || name.endsWith(".snapshot"));
    String detail = flip == null ? "nothing to flip" : flip.toString();
    return new DiskStrike(DiskFault.BIT_FLIP, detail, 0, () -> {});
  }

  private DiskStrike fill(SimulatedDisk disk, SplittableRandom random) {
    long slack = random.nextBoolean() ? 0 : random.nextLong(SLACK_BYTES_MAX);
    long taken = disk.occupyAllBut(slack);
    String detail = "%d bytes are left".formatted(slack);
    return new DiskStrike(DiskFault.NO_SPACE, detail, length(random), () -> disk.vacate(taken));
  }

  private DiskStrike arm(DiskFault fault, SimulatedDisk disk, SplittableRandom random) {
    long call = 1 + random.nextInt(CALLS);
    FailedForce[] left = FailedForce.values();
    disk.faults().setFailedForce(left[random.nextInt(left.length)]);
    disk.faults().arm(fault, call);
    String detail = "at call %d from now on".formatted(call);
    return new DiskStrike(fault, detail, length(random), () -> disk.faults().disarm(fault));
  }

  private long length(SplittableRandom random) {
    return 1 + random.nextLong(lengthNanos);
  }
}
