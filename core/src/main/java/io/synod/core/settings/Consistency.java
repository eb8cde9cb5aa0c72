package io.synod.core.settings;

import io.synod.core.check.Range;
import java.time.Duration;

/**
 * How fresh the state must be that a query sees.
 *
 * @param boundNanos how old it may be if it is {@link Kind#BOUNDED}, else 0
 */
public record Consistency(Kind kind, long boundNanos) {

  /** Which replica answers, and after which step. */
  public enum Kind {
    /** Takes a place in the order, in its session; every replica executes it. */
    LOG,
    /** The leader answers once its leadership is confirmed. */
    LEADER,
    /**
     * Any replica answers once a read quorum has reported up to which slot it has voted (PigPaxos,
     * section 4.3).
     */
    QUORUM,
    /** Any replica answers that surely knows all that was decided until lately. */
    BOUNDED,
    /** Any replica answers at once, with what it has executed. */
    STALE,
    /** The leader answers at once while its lease holds, else as {@link #LEADER}. */
    LEASE
  }

  private static final long LEADER_CODE = 0;
  private static final long QUORUM_CODE = -1;
  private static final long STALE_CODE = -2;
  private static final long LEASE_CODE = -3;

  /** Linearizable, and in the session's order. */
  public static final Consistency LOG = new Consistency(Kind.LOG, 0);

  /** Linearizable; the default. */
  public static final Consistency LEADER = new Consistency(Kind.LEADER, 0);

  /** Linearizable if no clock is wrong by more than {@code reads.clock-drift}. */
  public static final Consistency LEASE = new Consistency(Kind.LEASE, 0);

  /** Linearizable, without the leader. */
  public static final Consistency QUORUM = new Consistency(Kind.QUORUM, 0);

  /** Some prefix of the order. */
  public static final Consistency STALE = new Consistency(Kind.STALE, 0);

  public Consistency {
    Range.within(
        kind == Kind.BOUNDED ? 1 : 0,
        kind == Kind.BOUNDED ? Long.MAX_VALUE : 0,
        boundNanos,
        "nanoseconds of age of a " + kind + " read");
  }

  /**
   * Everything that was answered longer than {@code age} before a replica got the query.
   *
   * @param age more than zero
   * @throws IllegalArgumentException if it is not, or is more than 292 years
   */
  public static Consistency bounded(Duration age) {
    return new Consistency(Kind.BOUNDED, nanos(age));
  }

  /**
   * In the place of a query's session, which it does not have: 0 {@link Kind#LEADER}, -1 {@link
   * Kind#QUORUM}, -2 {@link Kind#STALE}, -3 {@link Kind#LEASE}, more than 0 the bound of {@link
   * Kind#BOUNDED}.
   */
  public long code() {
    return switch (kind) {
      case LEADER -> LEADER_CODE;
      case QUORUM -> QUORUM_CODE;
      case STALE -> STALE_CODE;
      case LEASE -> LEASE_CODE;
      case BOUNDED -> boundNanos;
      case LOG -> throw new IllegalStateException("a query through the log has a session");
    };
  }

  /**
   * @return null if {@code code} stands for nothing
   */
  public static Consistency ofCode(long code) {
    if (code == LEADER_CODE) {
      return LEADER;
    }
    if (code == QUORUM_CODE) {
      return QUORUM;
    }
    if (code == STALE_CODE) {
      return STALE;
    }
    if (code == LEASE_CODE) {
      return LEASE;
    }
    return code > 0 ? new Consistency(Kind.BOUNDED, code) : null;
  }

  private static long nanos(Duration age) {
    try {
      return age.toNanos();
    } catch (ArithmeticException tooLong) {
      throw new IllegalArgumentException("an age of " + age + " is beyond all bounds", tooLong);
    }
  }

  /** Whether any replica may answer, not only the leader. */
  public boolean isAnywhere() {
    return kind != Kind.LOG && kind != Kind.LEADER && kind != Kind.LEASE;
  }
}
