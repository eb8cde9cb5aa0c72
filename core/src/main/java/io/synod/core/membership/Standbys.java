package io.synod.core.membership;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.ReplicaSet;

/**
 * The standbys that have reported to a leader, the last report of each number. Confined to the
 * protocol thread.
 */
public final class Standbys {
  private final Standby[] byNumber = new Standby[ReplicaSet.NUMBERS];

  // Those whose connection was lost after their last report.
  private ReplicaSet gone = ReplicaSet.EMPTY;

  /**
   * A standby as it has reported.
   *
   * @param incarnation with which it would become a member; unknown if it ends by itself
   * @param decided it knows every slot before this one to be decided
   * @param reportedNanos when the report came
   */
  public record Standby(
      Incarnation incarnation,
      long decided,
      String peerAddress,
      String clientAddress,
      long reportedNanos) {}

  public void reported(int number, Standby standby) {
    byNumber[number] = standby;
    gone = gone.without(ReplicaSet.of(number));
  }

  /** Its connection is lost: it counts again once it has reported anew. */
  public void disconnected(int number) {
    gone = gone.with(number);
  }

  /** Null if none of this number has ever reported. */
  public Standby last(int number) {
    return byNumber[number];
  }

  /** Null if none of this number has reported since {@code sinceNanos} and is connected still. */
  public Standby since(int number, long sinceNanos) {
    Standby standby = gone.contains(number) ? null : byNumber[number];
    return standby == null || standby.reportedNanos() - sinceNanos < 0 ? null : standby;
  }

  /** Those that have reported since {@code sinceNanos} and are connected still. */
  public ReplicaSet numbers(long sinceNanos) {
    ReplicaSet numbers = ReplicaSet.EMPTY;
    for (int number = 0; number < byNumber.length; number++) {
      numbers = since(number, sinceNanos) == null ? numbers : numbers.with(number);
    }
    return numbers;
  }
}
