package io.synod.simulation.explore;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The fields that {@link StateHash} leaves out, by class: they cannot influence a state within an
 * exploration.
 *
 * @param timers whether clocks can still move
 * @param changes whether the replica can enter a later membership within the bound
 */
record LeftOut(boolean timers, boolean changes) {
  /** Of other replicas' decided ends only the distance matters. */
  static final String DECIDED_AT = "decidedAt";

  private static final String CATCH_UPS = "io.synod.core.catchup.CatchUps";
  private static final String HEARTBEATS = "io.synod.core.election.Heartbeats";

  /**
   * Settings and ids of a replica never change. Delays are fixed (see {@link LiveReplica}). Fields
   * of the running step are no longer used. Heartbeat rounds serve reads only. All replicas have
   * the same priority, and no leases. The log is not cut, whoever reads it; no snapshot is fetched,
   * no message is relayed and there are no subscribers. The open time of a slot is only reported.
   * No replica that joins asks so often that a silent member's answer is dropped. Of other
   * replicas' decided ends only the distance matters, see {@link StateHash}.
   */
  private static final Map<String, Set<String>> ALWAYS =
      Map.ofEntries(
          Map.entry(
              "io.synod.core.replica.Dispatch",
              Set.of(
                  "step",
                  "role",
                  "acceptor",
                  "learner",
                  "catchUps",
                  "snapshots",
                  "quorumReads",
                  "subscriptions",
                  "obstacles",
                  "clocks",
                  "member",
                  "bystander",
                  "rounds",
                  "self",
                  "members",
                  "others",
                  "membership")),
          Map.entry("io.synod.core.replica.Admission", Set.of("settings")),
          Map.entry("io.synod.core.replica.Standby", Set.of("settings", "timeouts")),
          Map.entry(
              "io.synod.core.replica.Parts",
              Set.of(
                  "settings",
                  "recovered",
                  "relaying",
                  "quorumReads",
                  "subscriptions",
                  "jitter",
                  "timeouts",
                  "priorities",
                  "vow",
                  "clocks")),
          Map.entry("io.synod.core.replica.Succession", Set.of("priorities", "moves", "asked")),
          Map.entry("io.synod.core.replica.Leader", Set.of("lease")),
          Map.entry("io.synod.core.replica.Candidate", Set.of("transferred")),
          Map.entry("io.synod.core.replica.Step", Set.of("out", "nowNanos")),
          Map.entry("io.synod.core.replica.DamagedSlots", Set.of("recovered", "settings")),
          Map.entry("io.synod.core.replica.RecoveringReplica", Set.of("settings")),
          Map.entry("io.synod.core.replica.Obstacles", Set.of("settings")),
          Map.entry("io.synod.core.election.ElectionDelays", Set.of("timeouts", "jitter")),
          Map.entry("io.synod.core.replica.Roster", Set.of("recovered")),
          Map.entry("io.synod.core.recovery.Joining", Set.of("unanswered")),
          Map.entry(
              HEARTBEATS,
              Set.of(
                  "quorums",
                  "heartbeatNanos",
                  "timeouts",
                  "ackedRound",
                  "executed",
                  "round",
                  "confirmedRound")),
          Map.entry(
              "io.synod.core.learner.Learner", Set.of("settings", "executedByAll", "keptFrom")),
          Map.entry("io.synod.core.pipeline.Pipeline", Set.of("timeouts", "dissemination")),
          Map.entry("io.synod.core.pipeline.Pipeline$Instance", Set.of("openedNanos")),
          Map.entry("io.synod.core.snapshot.SnapshotFetch", Set.of("settings", "askedNanos")),
          Map.entry(
              "io.synod.core.log.LogReaders", Set.of("log", "patienceNanos", "needs", "expiry")),
          Map.entry(
              "io.synod.core.replica.MissedDecisions",
              Set.of("timeouts", "progressEnd", "progressNanos")),
          Map.entry(CATCH_UPS, Set.of("messageBytes", "slotsMax", "timeouts", DECIDED_AT)));

  /**
   * Left out when no membership follows. Only a message of a later one makes a replica ask for
   * decisions at once, and a leader refuses a further change whatever the standbys have reported.
   */
  private static final Map<String, Set<String>> WITHOUT_CHANGES =
      Map.of(
          CATCH_UPS, Set.of("askedNanos"), "io.synod.core.replica.Admission", Set.of("standbys"));

  /**
   * Left out when no clock moves any more. After each step no deadline has passed, so none will.
   * Only after a deadline a replica pre-votes, misses its followers or asks another peer.
   */
  private static final Map<String, Set<String>> WITHOUT_TIMERS =
      Map.of(
          "io.synod.core.replica.Transitions",
          Set.of("highestSeen"),
          "io.synod.core.replica.Follower",
          Set.of("election", "patience"),
          "io.synod.core.replica.PreCandidate",
          Set.of("retry", "refused"),
          "io.synod.core.replica.Candidate",
          Set.of("resend", "giveUp"),
          "io.synod.core.replica.Standby",
          Set.of("report", "linger"),
          HEARTBEATS,
          Set.of("lateNanos", "heartbeat"),
          "io.synod.core.pipeline.Pipeline",
          Set.of("retransmit"),
          "io.synod.core.pipeline.Pipeline$Instance",
          Set.of("sentNanos"));

  /**
   * Left out when no clock moves any more and no membership follows. Before a change a leader looks
   * for the replicas that have answered it.
   */
  private static final Map<String, Set<String>> WITHOUT_BOTH =
      Map.of(
          HEARTBEATS, Set.of("heardNanos"), CATCH_UPS, Set.of("gapAt", "withoutIt", "peer", "ask"));

  /** The names of the fields of {@code type} itself. */
  Set<String> of(Class<?> type) {
    Set<String> names = new HashSet<>();
    add(names, ALWAYS, type);
    if (!changes) {
      add(names, WITHOUT_CHANGES, type);
    }
    if (!timers) {
      add(names, WITHOUT_TIMERS, type);
    }
    if (!changes && !timers) {
      add(names, WITHOUT_BOTH, type);
    }
    return names;
  }

  private static void add(Set<String> names, Map<String, Set<String>> fields, Class<?> type) {
    names.addAll(fields.getOrDefault(type.getName(), Set.of()));
  }
}
