package io.synod.simulation.cores;

import io.synod.core.cluster.Quorums;
import io.synod.core.settings.Durability;
import io.synod.core.settings.RelaySettings;
import io.synod.simulation.scheduler.Seeds;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The cluster that a seed draws.
 *
 * @param messageBytes of batches in one promise, or in one answer to catch-up
 * @param driftPpm by so much the clocks are wrong at most
 */
record CoreDraw(
    Quorums quorums,
    Durability level,
    RelaySettings relay,
    int messageBytes,
    int driftPpm,
    boolean slowDisks) {
  static final int LOG_BYTES = 1 << 24;
  static final int DRIFT_PPM_MAX = 200_000;
  private static final long RELAY_NANOS = 5_000_000;

  static CoreDraw of(Seeds seeds, CoreKind kind) {
    SplittableRandom quorums = seeds.random("quorums");
    SplittableRandom drift = seeds.random("drift");
    // Of more votes than one a promise then comes in parts.
    boolean inParts = kind.loses && seeds.random("parts").nextBoolean();
    return new CoreDraw(
        quorums(kind, quorums),
        level(kind, seeds),
        kind == CoreKind.LOSSES ? relay(seeds.random("relay")) : RelaySettings.DIRECT,
        inParts ? 1 : LOG_BYTES,
        drift.nextBoolean() ? DRIFT_PPM_MAX : drift.nextInt(1, DRIFT_PPM_MAX),
        seeds.random("disks").nextInt(4) == 0);
  }

  private static Quorums quorums(CoreKind kind, SplittableRandom random) {
    return switch (kind) {
      case LOSSES -> losing(random);
      case LOSSES_ACROSS -> Quorums.majority(5);
      default -> quorums(random);
    };
  }

  private static Durability level(CoreKind kind, Seeds seeds) {
    return switch (kind) {
      case LOSSES, CHANGES_AND_LOSSES -> level(seeds.random("level"));
      case LOSSES_ACROSS -> Durability.MEMORY;
      default -> Durability.SYNC;
    };
  }

  private static Quorums quorums(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0, 1 -> Quorums.majority(5);
      case 2 -> new Quorums(4, 3, 2);
      default -> Quorums.majority(3);
    };
  }

  /** Of members of which one may be lost while another one recovers. */
  private static Quorums losing(SplittableRandom random) {
    return switch (random.nextInt(5)) {
      case 0, 1 -> Quorums.majority(5);
      case 2 -> new Quorums(6, 4, 3);
      default -> Quorums.majority(7);
    };
  }

  private static RelaySettings relay(SplittableRandom random) {
    boolean relays = random.nextInt(4) == 0;
    return relays ? new RelaySettings(List.of(), 2, 0, RELAY_NANOS) : RelaySettings.DIRECT;
  }

  private static Durability level(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> Durability.VIEW;
      case 1 -> Durability.EPOCH;
      default -> Durability.MEMORY;
    };
  }
}
