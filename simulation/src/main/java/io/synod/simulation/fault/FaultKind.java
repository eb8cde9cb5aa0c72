package io.synod.simulation.fault;

import java.util.Arrays;

/** Faults that last for a while; only a crash is permanent, as are those of {@link LastingKind}. */
enum FaultKind {
  /** Messages from one replica to another are lost; the other direction works. */
  ONE_WAY_CUT,
  /** Two replicas cannot reach each other; both reach all others. */
  PARTIAL_PARTITION,
  /** The replicas are split into two groups that cannot reach each other. */
  SPLIT,
  /** One replica can neither send nor receive. */
  ISOLATION,
  /** The leader is cut off from all replicas, but not from its clients. */
  LEADER_ISOLATION(true),
  /** The leader receives no messages, but its messages arrive. */
  LEADER_DEAF(true),
  /** Some replicas assume that they lost the leader, which reaches only some and still leads. */
  LEADER_DISOWNED(true),
  /** The leader is superseded while it still leads; see {@link Duel}. */
  LEADER_DUEL(true),
  /** Votes for the leader arrive when it leads a later view; see {@link LateMessages}. */
  LATE_VOTES(true),
  /** Promises to a candidate arrive when it prepares another view. */
  LATE_PROMISES,
  /** Any direction of any connection may be cut, and replicas learn that they lost each other. */
  MAZE,
  /** Connections break and return at once: a wrong hint of a lost leader. */
  HICCUP,
  /** Most messages between two replicas are lost, late or repeated. */
  STORM,
  /** Clients cannot reach one replica. */
  CLIENTS_CUT,
  /** A process is paused (SIGSTOP) and then continued. */
  PAUSE,
  /** The leader's process is paused. */
  LEADER_PAUSE(true),
  /** One replica's disk stalls, and with it everything that waits for it. */
  DISK_STALL,
  /** One replica's service is slow. */
  SLOW_SERVICE,
  /** The leader's service is slow, so that it decides faster than it executes. */
  LEADER_SLOW_SERVICE(true),
  /** One replica's disk is full. */
  DISK_FULL,
  /** The leader's disk is full. */
  LEADER_DISK_FULL(true),
  /** A replica is killed for good, if the plan allows it. */
  CRASH,
  /** The leader is killed for good, if the plan allows it. */
  LEADER_CRASH(true),

  // The following faults degrade the surroundings of the replicas, which still work.
  /** Bits flip between two replicas. */
  NOISE,
  /** Two replicas, or one and all others, repeatedly lose each other. */
  FLAPPING,
  /** One replica's disk is slow for every write, but not for heartbeats. */
  SLOW_DISK,
  /** The wall clock of one replica jumps, ahead or back. */
  CLOCK_JUMP,

  // In the following faults, remains of an old view, process or write appear later.
  /** A promise arrives after its sender has forgotten it; see {@link ForgottenPromise}. */
  FORGOTTEN_PROMISE(true),
  /**
   * A replica that has forgotten its view finds only the previous leader; see {@link MisledJoiner}.
   */
  MISLED_JOINER(true),
  /**
   * Answers to old heartbeats arrive after the leader is superseded; see {@link LateConfirmation}.
   */
  LATE_CONFIRMATION(true),
  /** A force fails, and soon the machine loses its power. */
  FAILED_FORCE(true),
  /** A machine loses its power during a write. */
  TORN_WRITE,

  // In the following faults a process ends and restarts.
  /** A process or its machine dies. */
  RESTART,
  /** The leader's process or machine dies. */
  LEADER_RESTART(true),
  /** A power cut of one machine, listed once more as it is the most common fault. */
  POWER_CUT,
  /** A majority loses its power at once. */
  MAJORITY_POWER_CUT,
  /** All machines lose their power at once. */
  WHOLE_POWER_CUT,
  /** A process dies right after one of its next records was persisted or became durable. */
  DEATH_ON_WRITING,
  /** The leader's process dies right after a record was persisted or became durable. */
  LEADER_DEATH_ON_WRITING(true),
  /** A recovering replica dies again. */
  JOINER_RESTART,
  /** A replica finds its directory empty. */
  LOST_DIRECTORY,
  /** A replica lacks a record without knowing which. */
  LOST_RECORD,
  /** A replica knows that it cannot read one of its votes. */
  LOST_VOTE,
  /** A replica cannot read its newest snapshot. */
  LOST_SNAPSHOT,
  /** A call to one of its disks fails. */
  DISK_FAILURE;

  /** Faults that end without a dead process. */
  static final FaultKind[] ALL = Arrays.copyOf(values(), NOISE.ordinal());

  /** Faults of the surroundings. */
  static final FaultKind[] OF_SURROUNDINGS =
      Arrays.copyOfRange(values(), NOISE.ordinal(), FORGOTTEN_PROMISE.ordinal());

  /** Faults of remains. */
  static final FaultKind[] OF_REMAINS = {
    // Repeated, since most of these have no effect: many conditions must hold in sequence.
    FORGOTTEN_PROMISE,
    FORGOTTEN_PROMISE,
    FORGOTTEN_PROMISE,
    MISLED_JOINER,
    LATE_CONFIRMATION,
    LATE_CONFIRMATION,
    LATE_CONFIRMATION,
    FAILED_FORCE,
    TORN_WRITE,
    TORN_WRITE
  };

  /** Faults in which a process dies and restarts. */
  static final FaultKind[] OF_RESTARTS =
      Arrays.copyOfRange(values(), RESTART.ordinal(), values().length);

  /** Faults that replace the leader while it still leads. */
  static final FaultKind[] OF_DUELS = {
    LEADER_DUEL,
    LEADER_DUEL,
    LEADER_DUEL,
    LEADER_DUEL,
    LEADER_DUEL,
    LEADER_DUEL,
    LATE_VOTES,
    LATE_PROMISES,
    LEADER_DISOWNED,
    MAZE,
    DISK_STALL
  };

  /** Whether it hits the current leader. */
  final boolean ofLeader;

  /**
   * How many times longer than others it may last, so that there is time to lead or join after it.
   */
  int lengths() {
    return switch (this) {
      case LATE_VOTES, LATE_PROMISES, FORGOTTEN_PROMISE, MISLED_JOINER -> 6;
      default -> 1;
    };
  }

  FaultKind() {
    this(false);
  }

  FaultKind(boolean ofLeader) {
    this.ofLeader = ofLeader;
  }
}
