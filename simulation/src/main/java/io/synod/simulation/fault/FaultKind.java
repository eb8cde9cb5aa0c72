package io.synod.simulation.fault;

/** What can go wrong for a while; a killed replica stays dead. */
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
  /** A replica is killed, if that many may be. */
  CRASH,
  /** The leader is killed, if that many may be. */
  LEADER_CRASH(true);

  static final FaultKind[] ALL = values();

  /** What makes others take the leader's place while it leads on. */
  static final FaultKind[] OF_DUELS = {
    LEADER_DUEL, LEADER_DUEL, LEADER_DUEL, LEADER_DISOWNED, MAZE, DISK_STALL
  };

  /** Whether it happens to whoever leads. */
  final boolean ofLeader;

  FaultKind() {
    this(false);
  }

  FaultKind(boolean ofLeader) {
    this.ofLeader = ofLeader;
  }
}
