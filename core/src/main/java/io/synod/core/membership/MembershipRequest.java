package io.synod.core.membership;

import io.synod.core.check.Range;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import java.util.ArrayList;
import java.util.List;

/**
 * What an operator wants to change of the membership.
 *
 * @param number of the membership that is wanted: one more than the current one
 * @param isDryRun whether the change is only checked
 * @param mayReuse whether an added replica may have the number of a former member
 * @param add standbys that become members
 * @param remove members that no longer are; also in {@code add} if a standby takes over the number
 * @param moves new addresses of members
 * @param priorities new priorities of members
 * @param phase1 promises that make a leader; {@link Membership#MAJORITY} for a majority, {@value
 *     #UNCHANGED} to keep it
 * @param phase2 votes that decide a slot; likewise
 * @param alpha see {@link Membership}; {@value #UNCHANGED} to keep it
 */
public record MembershipRequest(
    long number,
    boolean isDryRun,
    boolean mayReuse,
    ReplicaSet add,
    ReplicaSet remove,
    List<Move> moves,
    List<Priority> priorities,
    int phase1,
    int phase2,
    int alpha) {
  public static final int UNCHANGED = -1;

  /** Changes nothing. */
  public static final MembershipRequest NONE =
      new MembershipRequest(
          0,
          false,
          false,
          ReplicaSet.EMPTY,
          ReplicaSet.EMPTY,
          List.of(),
          List.of(),
          UNCHANGED,
          UNCHANGED,
          UNCHANGED);

  /**
   * The addresses of a member from the next membership on.
   *
   * @param peerAddress as {@code host:port}, in visible characters of ASCII
   * @param clientAddress as {@code host:port}, in visible characters of ASCII
   */
  public record Move(int number, String peerAddress, String clientAddress) {
    public Move {
      MemberEntry.checkAddress(peerAddress);
      MemberEntry.checkAddress(clientAddress);
    }
  }

  /** The priority of a member from the next membership on, 0 to 255. */
  public record Priority(int number, int priority) {}

  public MembershipRequest {
    moves = List.copyOf(moves);
    priorities = List.copyOf(priorities);
    Range.within(0, ReplicaSet.NUMBERS, moves.size(), "moved members");
    Range.within(0, ReplicaSet.NUMBERS, priorities.size(), "members with a priority");
    Range.within(UNCHANGED, Quorums.REPLICAS_MAX, phase1, "replicas of a Phase 1 quorum");
    Range.within(UNCHANGED, Quorums.REPLICAS_MAX, phase2, "replicas of a Phase 2 quorum");
    Range.within(UNCHANGED, Membership.ALPHA_MAX, alpha, "slots that may be open");
  }

  /** For the membership with this number. */
  public MembershipRequest numbered(long number) {
    return new MembershipRequest(
        number, isDryRun, mayReuse, add, remove, moves, priorities, phase1, phase2, alpha);
  }

  /** Is only checked. */
  public MembershipRequest dryRun() {
    return new MembershipRequest(
        number, true, mayReuse, add, remove, moves, priorities, phase1, phase2, alpha);
  }

  /** An added replica may have the number of a former member. */
  public MembershipRequest reusingNumbers() {
    return new MembershipRequest(
        number, isDryRun, true, add, remove, moves, priorities, phase1, phase2, alpha);
  }

  /** Also adds these. */
  public MembershipRequest adding(ReplicaSet standbys) {
    return new MembershipRequest(
        number,
        isDryRun,
        mayReuse,
        add.with(standbys),
        remove,
        moves,
        priorities,
        phase1,
        phase2,
        alpha);
  }

  /** Also removes these. */
  public MembershipRequest removing(ReplicaSet members) {
    return new MembershipRequest(
        number,
        isDryRun,
        mayReuse,
        add,
        remove.with(members),
        moves,
        priorities,
        phase1,
        phase2,
        alpha);
  }

  /** Also gives a member new addresses. */
  public MembershipRequest moving(Move move) {
    List<Move> all = new ArrayList<>(moves);
    all.add(move);
    return new MembershipRequest(
        number, isDryRun, mayReuse, add, remove, all, priorities, phase1, phase2, alpha);
  }

  /** Also gives a member another priority. */
  public MembershipRequest with(Priority priority) {
    List<Priority> all = new ArrayList<>(priorities);
    all.add(priority);
    return new MembershipRequest(
        number, isDryRun, mayReuse, add, remove, moves, all, phase1, phase2, alpha);
  }

  /** With these quorums. */
  public MembershipRequest withQuorums(int phase1, int phase2) {
    return new MembershipRequest(
        number, isDryRun, mayReuse, add, remove, moves, priorities, phase1, phase2, alpha);
  }

  /** With this alpha. */
  public MembershipRequest withAlpha(int alpha) {
    return new MembershipRequest(
        number, isDryRun, mayReuse, add, remove, moves, priorities, phase1, phase2, alpha);
  }
}
