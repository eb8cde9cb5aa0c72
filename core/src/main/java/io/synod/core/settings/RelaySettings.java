package io.synod.core.settings;

import io.synod.core.check.Range;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import java.util.List;

/**
 * Whether messages travel by way of relays, and of which groups (PigPaxos, sections 3.2 to 4.2).
 *
 * @param groups which together are all replicas, and may overlap; the leader leaves its own. Empty
 *     if {@code count} groups are drawn at random
 * @param count of groups that are drawn; 0 if there are none or {@code groups} says which
 * @param answers votes of its group, its own included, after which a relay first reports to the
 *     leader; 0 for all of them
 * @param timeoutNanos after which a relay reports the votes that it has
 */
public record RelaySettings(List<ReplicaSet> groups, int count, int answers, long timeoutNanos) {
  /** Without relays. */
  public static final RelaySettings DIRECT = new RelaySettings(List.of(), 0, 0, 1);

  /** With fewer replicas than this nothing is relayed. */
  public static final int REPLICAS_MIN = 5;

  public RelaySettings {
    groups = List.copyOf(groups);
    Range.atLeast(0, count, "relay groups");
    Range.atLeast(0, answers, "votes of a relay's first answer");
    Range.atLeast(1, timeoutNanos, "time that a relay waits for votes in ns");
    if (count > 0 && !groups.isEmpty()) {
      throw new IllegalArgumentException(count + " groups are drawn, and " + groups + " are given");
    }
  }

  /**
   * Whether {@code replicas} replicas relay: few do not, and neither do groups of one member each.
   */
  public boolean isUsedBy(int replicas) {
    return replicas >= REPLICAS_MIN && (count > 0 ? count < replicas - 1 : !groups.isEmpty());
  }

  /**
   * Checks that the groups can decide with any replica as leader (PigPaxos, section 4.2).
   *
   * @throws IllegalArgumentException if a replica is in none or does not exist, or if the first
   *     answers of all relays are not votes enough
   */
  public void check(Quorums quorums) {
    int replicas = quorums.replicas();
    ReplicaSet members = ReplicaSet.EMPTY;
    for (ReplicaSet group : groups) {
      members = members.with(group);
    }
    ReplicaSet all = quorums.members();
    if (!all.contains(members)) {
      throw new IllegalArgumentException(
          "there are no replicas %s for a relay group".formatted(members.without(all)));
    }
    if (!groups.isEmpty() && !members.equals(all)) {
      throw new IllegalArgumentException(
          "replicas %s are in no relay group: add each to one".formatted(all.without(members)));
    }
    if (!isUsedBy(replicas)) {
      return;
    }
    for (int leader = all.first(); leader < ReplicaSet.NUMBERS; leader = all.after(leader)) {
      // A replica in two groups may be among the first voters of both.
      int sum = replicas - 1;
      for (int size : sizes(replicas, leader)) {
        sum += answersOf(size) - size;
      }
      if (answers > 0 && sum < quorums.phase2()) {
        throw new IllegalArgumentException(
            "relays that answer after %d votes bring %d votes where %d decide: more of them, or 0 for all"
                .formatted(answers, sum, quorums.phase2()));
      }
    }
  }

  /**
   * The same for other members. Given groups that are not of these members are replaced by as many
   * that are drawn, which wait for all votes.
   */
  public RelaySettings fitting(Quorums quorums) {
    try {
      check(quorums);
      return this;
    } catch (IllegalArgumentException unfit) {
      int drawn = groups.isEmpty() ? count : groups.size();
      return new RelaySettings(List.of(), drawn, 0, timeoutNanos);
    }
  }

  /** Votes in the first answer of a relay whose group has {@code members} members. */
  public int answersOf(int members) {
    return answers == 0 ? members : Math.min(answers, members);
  }

  private int[] sizes(int replicas, int leader) {
    if (groups.isEmpty()) {
      int[] sizes = new int[count];
      for (int other = 0; other < replicas - 1; other++) {
        sizes[other % count]++;
      }
      return sizes;
    }
    int[] sizes = new int[groups.size()];
    for (int group = 0; group < sizes.length; group++) {
      sizes[group] = groups.get(group).without(ReplicaSet.of(leader)).size();
    }
    return sizes;
  }
}
