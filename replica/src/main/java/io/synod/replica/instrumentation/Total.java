package io.synod.replica.instrumentation;

/**
 * Every sum that a replica keeps from its start on, but CPU time and traffic. The name is the one
 * of metrics and columns; docs/instrumentation.md lists them.
 */
public enum Total {
  INSTANCES("instances", Kind.COUNT, "slots that went to the service in order"),
  REQUESTS("requests", Kind.COUNT, "requests in the slots that went to the service"),
  REQUEST_BYTES("request-bytes", Kind.BYTES, "payload of the requests that went to the service"),
  REPLIES("replies", Kind.COUNT, "answers sent to clients of this replica"),
  ANSWER_BYTES(
      "answer-bytes", Kind.BYTES, "payload of the answers sent to clients of this replica"),
  PROPOSALS("proposals", Kind.COUNT, "batches that this replica proposed"),
  PROPOSED_BYTES(
      "proposed-bytes",
      Kind.BYTES,
      "bytes of the batches that this replica proposed, headers included"),
  PROPOSALS_DECIDED("proposals-decided", Kind.COUNT, "proposals of this replica that were decided"),
  DECISION_TIME(
      "decision-time",
      Kind.MICROS,
      "time from opening to deciding a slot, summed over this replica's proposals"),
  WINDOW_TIME("window-time", Kind.MICROS, "open slots times the time they were open"),
  QUEUE_BYTE_TIME(
      "queue-byte-time",
      Kind.MILLIS,
      "bytes in the batcher times how long they waited, in byte-seconds"),
  RESENT_REQUESTS(
      "resent-requests",
      Kind.COUNT,
      "requests that came again while they were undecided, and were dropped"),
  JOURNAL_WAITS("journal-waits", Kind.COUNT, "messages that waited for the disk"),
  JOURNAL_WAIT_TIME(
      "journal-wait-time", Kind.MICROS, "how long messages waited for the disk, summed"),
  JOURNAL_RECORDS("journal-records", Kind.COUNT, "records written to the journal"),
  JOURNAL_BYTES("journal-bytes", Kind.BYTES, "bytes of the records written to the journal"),
  JOURNAL_SYNCS("journal-syncs", Kind.COUNT, "how often the journal waited for the disk"),
  JOURNAL_COMMIT_TIME(
      "journal-commit-time",
      Kind.NANOS,
      "time that the journal's thread wrote or waited for the disk"),
  SNAPSHOTS_TAKEN("snapshots-taken", Kind.COUNT, "snapshots of the service"),
  QUERIES("queries", Kind.COUNT, "queries admitted"),
  BUSY("busy", Kind.COUNT, "requests refused because too much was waiting"),
  NOT_LEADER("not-leader", Kind.COUNT, "requests refused because another replica leads"),
  CLIENTS_REFUSED("clients-refused", Kind.COUNT, "connections of clients refused with a reason"),
  CLIENTS_MALFORMED(
      "clients-malformed", Kind.COUNT, "connections of clients closed for a malformed frame"),
  CLIENTS_SLOW(
      "clients-slow", Kind.COUNT, "connections of clients closed because too much was left unread"),
  SERVICE_EXCEPTIONS(
      "service-exceptions",
      Kind.COUNT,
      "requests, queries, timers, openings and ends of sessions at which the service threw"),
  ELECTION_TIMEOUTS(
      "election-timeouts", Kind.COUNT, "pre-votes begun: no leader's heartbeat came in time"),
  PHASE1_STARTED("phase1-started", Kind.COUNT, "views for which this replica ran Phase 1"),
  PHASE1_TIMEOUTS("phase1-timeouts", Kind.COUNT, "Prepares sent again: too few promises came"),
  LEADERSHIPS("leaderships", Kind.COUNT, "views that this replica led"),
  STEP_DOWNS("step-downs", Kind.COUNT, "views that this replica gave up"),
  SLOTS_TAKEN_OVER("slots-taken-over", Kind.COUNT, "slots of earlier views proposed again"),
  PHASE2_TIMEOUTS("phase2-timeouts", Kind.COUNT, "Accepts sent again: too few votes came"),
  STALE_VOTES("stale-votes", Kind.COUNT, "votes ignored: late, repeated or of another view"),
  IGNORED_MESSAGES("ignored-messages", Kind.COUNT, "messages ignored, stale votes among them"),
  LOST_MESSAGES("lost-messages", Kind.COUNT, "messages that found the protocol's inbox full"),
  DROPPED_MESSAGES("dropped-messages", Kind.COUNT, "messages not sent: the peer is gone or slow"),
  PEERS_REFUSED("peers-refused", Kind.COUNT, "connections of replicas refused with a reason"),
  PEERS_MALFORMED(
      "peers-malformed", Kind.COUNT, "connections of replicas closed for a malformed frame"),
  DATAGRAMS_SENT("datagrams-sent", Kind.COUNT, "messages sent to peers as datagrams"),
  DATAGRAMS_RECEIVED("datagrams-received", Kind.COUNT, "messages that came as datagrams"),
  DATAGRAMS_REFUSED("datagrams-refused", Kind.COUNT, "datagrams of no open connection, or broken"),
  HOLES("holes", Kind.COUNT, "gaps: later slots were known to be decided before this one"),
  CATCH_UPS("catch-ups", Kind.COUNT, "requests for decided slots"),
  SNAPSHOTS_FETCHED("snapshots-fetched", Kind.COUNT, "snapshots asked of a peer"),
  REPAIRED_SLOTS("repaired-slots", Kind.COUNT, "damaged slots that a peer's decision has repaired"),
  STATE_DIFFERENCES(
      "state-differences",
      Kind.COUNT,
      "times that a member's state began to differ from this one's");

  /** The unit of a sum. */
  enum Kind {
    COUNT,
    BYTES,
    NANOS,
    /** Of what many wait for at a time: in nanoseconds it would overflow within months. */
    MICROS,
    /** Of times bytes: in nanoseconds a full queue would overflow within minutes. */
    MILLIS;

    boolean isTime() {
      return this == NANOS || this == MICROS || this == MILLIS;
    }
  }

  private final String label;
  private final Kind kind;
  private final String meaning;

  Total(String label, Kind kind, String meaning) {
    this.label = label;
    this.kind = kind;
    this.meaning = meaning;
  }

  String label() {
    return label;
  }

  Kind kind() {
    return kind;
  }

  String meaning() {
    return meaning;
  }

  /** Whether it counts events, which have columns of their own. */
  boolean isEvent() {
    return compareTo(QUERIES) >= 0;
  }
}
