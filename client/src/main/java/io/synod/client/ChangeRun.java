package io.synod.client;

import io.synod.network.wire.ChangeMembers;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One change of the members, from the first look at the cluster until the members are settled and
 * those that were added vote. It asks for membership k+1 if it has found k. So the same change,
 * asked for again, is made once, and another operator's change that comes first is noticed.
 */
final class ChangeRun {
  // A leader that has just been elected has not had answers of all members yet.
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(3);

  // Parts of the leader's refusals that time may mend.
  private static final List<String> PASSING =
      List.of(
          "does not lead",
          "ask again",
          "is being decided already",
          "has not decided a slot yet",
          "has not executed the slots before",
          "is transferring its leadership",
          "no standby has reported",
          "of member.lag-max",
          "has too much to do",
          "has stopped");
  private static final String SILENT_MEMBERS = "start the others first";
  static final String NOT_ALLOWED = "admin.from";

  private final OperatorPort port;
  private final ClusterLook look;
  private final AdminWait wait;
  private final String cluster;
  private final MembershipChange change;

  // The membership that makes the change; 0 before it is known.
  private long wanted;

  // The view of the leader that has accepted it; null while none has.
  private String acceptedIn;

  // What the leader has refused last; null if nothing.
  private String refused;

  // Since when the leader says that members are silent; -1 if it does not.
  private long silentSince = -1;

  ChangeRun(
      OperatorPort port,
      ClusterLook look,
      AdminWait wait,
      String cluster,
      MembershipChange change) {
    this.port = port;
    this.look = look;
    this.wait = wait;
    this.cluster = cluster;
    this.change = change;
  }

  ClusterMembers run() throws AdminException, InterruptedException {
    while (true) {
      ReplicaReport leader = look.leader(wait);
      if (isDone(leader)) {
        return leader.members();
      }
    }
  }

  /** One look at the members and, if they are not changed yet, one request. Pauses if not done. */
  private boolean isDone(ReplicaReport leader) throws AdminException, InterruptedException {
    ClusterMembers now = leader.members();
    if (wanted == 0 && !hasBegun(leader)) {
      return false;
    }
    if (now.number() > wanted || now.number() == wanted && !change.isMadeIn(now)) {
      throw new AdminException(
          ("%s came first, and it is not what was wanted: another operator has changed the members."
                  + " Look at them, and ask again if the change is still wanted")
              .formatted(now));
    }
    if (now.number() == wanted) {
      return isSettled(now) && haveJoined(now);
    }
    if (now.next() == wanted) {
      wait.pause("membership %d is decided and begins soon".formatted(wanted));
      return false;
    }
    if (leader.view().equals(acceptedIn)) {
      wait.pause("membership %d is being decided".formatted(wanted));
      return false;
    }
    return isAccepted(leader);
  }

  /** Chooses the number of the membership that is wanted. A change under way comes first. */
  private boolean hasBegun(ReplicaReport leader) throws AdminException, InterruptedException {
    ClusterMembers now = leader.members();
    if (now.next() >= 0) {
      wait.pause("an earlier change, membership %d, begins soon".formatted(now.next()));
      return false;
    }
    boolean isMade = change.isNeedlessIn(now);
    if (isMade) {
      checkRemoved(leader);
    }
    if (!isMade && !isSettled(now)) {
      return false;
    }
    wanted = isMade ? now.number() : now.number() + 1;
    return true;
  }

  /** A number that was removed before is no member, as is wanted; any other is a slip. */
  private void checkRemoved(ReplicaReport leader) throws AdminException {
    for (int replica : change.removed().numbers()) {
      boolean isKnown =
          leader.members().member(replica) != null || leader.former().contains(replica);
      if (!isKnown) {
        throw new AdminException(
            "replica %d is no member and never was one: %s".formatted(replica, leader.members()));
      }
    }
  }

  private boolean isSettled(ClusterMembers now) throws AdminException, InterruptedException {
    if (!now.isSettled()) {
      wait.pause("membership %d has not decided a slot yet".formatted(now.number()));
    }
    return now.isSettled();
  }

  /**
   * Whether all replicas that were added vote. Until then the cluster bears fewer failures than its
   * members promise: one whose votes are not on disk, and that has run before, must join first.
   */
  private boolean haveJoined(ClusterMembers now) throws AdminException, InterruptedException {
    for (int replica : change.added().numbers()) {
      String obstacle = whyNotVoting(now.member(replica));
      if (obstacle != null) {
        wait.pause("%s holds, but replica %d %s".formatted(now, replica, obstacle));
        return false;
      }
    }
    return true;
  }

  private String whyNotVoting(ClusterMembers.Member member) throws InterruptedException {
    try {
      ReplicaReport report =
          look.ask(ReplicaAddresses.parse(member.clientAddress()), wait.answer());
      return report.votes() && report.members().number() >= wanted
          ? null
          : "does not vote yet: it still joins";
    } catch (IOException failure) {
      return "does not answer: " + failure.getMessage();
    }
  }

  /** True only for a change that is only checked: others are to be seen among the members. */
  private boolean isAccepted(ReplicaReport leader) throws AdminException, InterruptedException {
    String refusal;
    try {
      ChangeMembers frame = new ChangeMembers(change.request(wanted));
      if (!change.isDryRun()) {
        wait.onRequest();
      }
      String before = port.change(leader.address(), frame, wait.answer());
      refusal = refusal(leader, ReplicaReport.of(leader.address(), cluster, before));
    } catch (IOException failure) {
      if (String.valueOf(failure.getMessage()).contains(NOT_ALLOWED)) {
        throw new AdminException(failure.getMessage());
      }
      wait.pause(
          "replica %d, the leader, did not answer: %s"
              .formatted(leader.replica(), failure.getMessage()));
      return false;
    }
    if (refusal == null) {
      acceptedIn = leader.view();
      return change.isDryRun();
    }
    onRefusal(leader, refusal);
    return false;
  }

  /** What the leader answers; null if it accepts the change. */
  private String refusal(ReplicaReport leader, ReplicaReport before)
      throws IOException, AdminException, InterruptedException {
    while (true) {
      ReplicaReport now = look.ask(leader.address(), wait.answer());
      long count = now.changes().count();
      if (count > before.changes().count()) {
        return now.changes().failure();
      }
      if (count < before.changes().count()) {
        throw new IOException("it was started again");
      }
      if (!now.leads() || !now.view().equals(before.view())) {
        // It may not have handled the request. Asking for the same again is safe.
        throw new IOException("it no longer leads view " + before.view());
      }
      wait.pauseForAnswer(
          "replica %d, the leader, checks the change".formatted(leader.replica()), refused);
    }
  }

  private void onRefusal(ReplicaReport leader, String refusal)
      throws AdminException, InterruptedException {
    if (!change.isDryRun()) {
      wait.onRefusal();
    }
    refused = refusal;
    boolean areSilent = refusal.contains(SILENT_MEMBERS);
    silentSince = areSilent && silentSince < 0 ? wait.elapsedNanos() : silentSince;
    boolean isEarly = areSilent && wait.elapsedNanos() - silentSince < GRACE_NANOS;
    silentSince = areSilent ? silentSince : -1;
    boolean passes = !change.isDryRun() && PASSING.stream().anyMatch(refusal::contains);
    if (!passes && !isEarly) {
      throw new AdminException(
          "replica %d, the leader, refuses: %s".formatted(leader.replica(), refusal));
    }
    wait.pause("replica %d, the leader, says: %s".formatted(leader.replica(), refusal));
  }
}
