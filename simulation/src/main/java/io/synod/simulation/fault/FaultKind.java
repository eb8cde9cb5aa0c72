package io.synod.simulation.fault;

import java.util.Arrays;

/** What can go wrong for a while; only a crash is for good. */
enum FaultKind {
  /** Nothing passes from one replica to another; the other direction works. */
  ONE_WAY_CUT,
  /** Two replicas do not reach each other; both reach all others. */
  PARTIAL_PARTITION,
  /** The replicas fall into two groups that do not reach each other. */
  SPLIT,
  /** One replica reaches nobody, and nobody reaches it. */
  ISOLATION,
  /** The leader reaches no replica, and none reaches it; its clients still do. */
  LEADER_ISOLATION(true),
  /** The leader hears nobody, but everybody hears it. */
  LEADER_DEAF(true),
  /** Some replicas believe to have lost the leader, which reaches only some and leads on. */
  LEADER_DISOWNED(true),
  /** The leader is superseded while it leads on; see {@link Duel}. */
  LEADER_DUEL(true),
  /** Votes for the leader arrive when it leads a later view; see {@link LateWords}. */
  LATE_VOTES(true),
  /** Promises to a candidate arrive when it asks for others. */
  LATE_PROMISES,
  /** Any direction of any connection may be cut, and replicas believe to have lost each other. */
  MAZE,
  /** Connections break and come back at once: a hint of a lost leader that is not lost. */
  HICCUP,
  /** Most of what is sent between two replicas is lost, late or repeated. */
  STORM,
  /** Clients do not reach one replica. */
  CLIENTS_CUT,
  /** A process stands still (SIGSTOP) and then goes on as if nothing had been. */
  PAUSE,
  /** The leader's process stands still. */
  LEADER_PAUSE(true),
  /** One replica's disk stands still, and with it all that waits for it. */
  DISK_STALL,
  /** One replica's service is slow. */
  SLOW_SERVICE,
  /** The leader's service is slow, so that it decides more than it executes. */
  LEADER_SLOW_SERVICE(true),
  /** One replica's disk is full. */
  DISK_FULL,
  /** The leader's disk is full. */
  LEADER_DISK_FULL(true),
  /** A replica is killed for good, if that many may be. */
  CRASH,
  /** The leader is killed for good, if that many may be. */
  LEADER_CRASH(true),

  // From here on something around the replicas is bad, but works.
  /** Bits flip between two replicas. */
  NOISE,
  /** Two replicas, or one and all others, lose each other again and again. */
  FLAPPING,
  /** One replica's disk takes its time for every write; heartbeats do not. */
  SLOW_DISK,
  /** The wall clock of one replica is set: it jumps, ahead or back. */
  CLOCK_JUMP,

  // From here on what is left of a view, a life or a write meets what came after.
  /** A promise arrives when who gave it has forgotten it; see {@link ForgottenPromise}. */
  FORGOTTEN_PROMISE(true),
  /** Who has forgotten its view finds only the leader before; see {@link MisledJoiner}. */
  MISLED_JOINER(true),
  /** Old heartbeats are answered when the leader is superseded; see {@link LateConfirmation}. */
  LATE_CONFIRMATION(true),
  /** Waiting for a disk fails, and soon its machine loses its power. */
  FAILED_FORCE(true),
  /** A machine loses its power while it writes. */
  TORN_WRITE,

  // From here on somebody dies and comes back.
  /** A process dies, or its machine. */
  RESTART,
  /** The leader's does. */
  LEADER_RESTART(true),
  /** Once more, as it is the most common. */
  POWER_CUT,
  /** A majority dies at once. */
  MAJORITY_POWER_CUT,
  /** All die at once. */
  WHOLE_POWER_CUT,
  /** A process dies right after one of its next facts was persisted or became durable. */
  DEATH_ON_WRITING,
  /** The leader's does. */
  LEADER_DEATH_ON_WRITING(true),
  /** Whoever is about to join dies again. */
  JOINER_RESTART,
  /** A replica finds its directory empty. */
  LOST_DIRECTORY,
  /** A replica misses a record without knowing which. */
  LOST_RECORD,
  /** A replica knows that it cannot read one of its votes. */
  LOST_VOTE,
  /** A replica cannot read its newest snapshot. */
  LOST_SNAPSHOT,
  /** A call to one of its disks fails. */
  DISK_FAILURE;

  /** After which everybody is alive who was before. */
  static final FaultKind[] ALL = Arrays.copyOf(values(), NOISE.ordinal());

  /** What the surroundings do. */
  static final FaultKind[] OF_SURROUNDINGS =
      Arrays.copyOfRange(values(), NOISE.ordinal(), FORGOTTEN_PROMISE.ordinal());

  /** What meets what came after it. */
  static final FaultKind[] OF_REMAINS = {
    // Most of these come to nothing: so much must happen in between.
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

  /** After which somebody has died and comes back. */
  static final FaultKind[] OF_RESTARTS =
      Arrays.copyOfRange(values(), RESTART.ordinal(), values().length);

  /** What makes others take the leader's place while it leads on. */
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

  /** Whether it happens to whoever leads. */
  final boolean ofLeader;

  /** How much longer than others it may last: so that there is time to lead or join after it. */
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
