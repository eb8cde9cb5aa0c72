package io.synod.simulation.explore;

/**
 * The next event: one edge of the state graph.
 *
 * @param replica where it happens; of a message, its receiver
 * @param argument message number for the deliveries, number of records that survive or become
 *     durable, request that is proposed, else 0
 */
record Choice(Kind kind, int replica, int argument) {
  private static final int REPLICA_BITS = 3;
  private static final int ARGUMENT_BITS = 24;
  private static final int ARGUMENT_MASK = (1 << ARGUMENT_BITS) - 1;
  private static final int REPLICA_MASK = (1 << REPLICA_BITS) - 1;

  enum Kind {
    /** A message arrives. */
    DELIVER,
    /** A message arrives and can arrive again. */
    DELIVER_COPY,
    /** The records that a message waits for become durable, and the message arrives. */
    RELEASE,
    /** A waiting message arrives and can arrive again. */
    RELEASE_COPY,
    /** The clock of a replica reaches its next deadline. */
    TIMER,
    /** A follower's connection to its leader breaks. */
    LEADER_LOST,
    /** A leader's batcher closes the next request's batch. */
    PROPOSE,
    /** An operator asks a leader to replace the last member by the standby. */
    CHANGE,
    /** The machine of a replica crashes and restarts. */
    RESTART,
    /** Records become durable; never chosen by itself, but when an event depends on it. */
    FLUSH;

    private static final Kind[] ALL = values();

    boolean delivers() {
      return ordinal() <= RELEASE_COPY.ordinal();
    }

    boolean releases() {
      return this == RELEASE || this == RELEASE_COPY;
    }

    boolean copies() {
      return this == DELIVER_COPY || this == RELEASE_COPY;
    }
  }

  static int pack(Kind kind, int replica, int argument) {
    return (kind.ordinal() << REPLICA_BITS | replica) << ARGUMENT_BITS | argument;
  }

  static Choice unpack(int packed) {
    return new Choice(kind(packed), replica(packed), argument(packed));
  }

  static Kind kind(int packed) {
    return Kind.ALL[packed >>> ARGUMENT_BITS + REPLICA_BITS];
  }

  static int replica(int packed) {
    return packed >>> ARGUMENT_BITS & REPLICA_MASK;
  }

  static int argument(int packed) {
    return packed & ARGUMENT_MASK;
  }
}
