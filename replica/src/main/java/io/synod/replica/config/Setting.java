package io.synod.replica.config;

import io.synod.core.cluster.Quorums;
import io.synod.core.membership.Membership;
import io.synod.core.settings.AdminFrom;
import io.synod.core.settings.BatchPolicy;
import io.synod.core.settings.DirectIo;
import io.synod.core.settings.Durability;
import io.synod.core.settings.OnException;
import io.synod.core.settings.SyncMethod;

/**
 * Every setting but the replicas' addresses: its key, its range, its default and its meaning.
 * Parsing, messages and the reference are all made from this table.
 */
public enum Setting {
  CLUSTER_NAME(
      "cluster.name",
      new ClusterName(),
      null,
      "Keeps clusters apart: replicas and clients of another name are refused."),
  CLUSTER_PHASE1_QUORUM(
      "cluster.phase1-quorum",
      new QuorumSize(),
      "majority",
      "Promises that make a leader; both quorums together must exceed the number of replicas. Where"
          + " all replicas are needed, as of two, one lost directory stops the cluster for good."),
  CLUSTER_PHASE2_QUORUM(
      "cluster.phase2-quorum",
      new QuorumSize(),
      "majority",
      "Votes that decide a slot; smaller is faster, and then phase1-quorum must be larger."),
  CLUSTER_BEGIN(
      "cluster.begin",
      Choice.of(ClusterBegin.class),
      "form",
      "How a replica with an empty directory begins: form a cluster with the replicas of this file, or"
          + " wait as a standby until it is added to a running one (join)."),
  MEMBERSHIP_ALPHA(
      "membership.alpha",
      Amount.count(1, Membership.ALPHA_MAX),
      "512",
      "A change of the members that is decided in slot s holds from slot s + alpha on, and at most"
          + " alpha slots are undecided; must be equal on every replica. By default pipeline.window if"
          + " that is more: set it before you widen the window of a cluster that has begun."),
  MEMBER_LAG_MAX(
      "member.lag-max",
      Amount.count(1, 1_000_000_000),
      "10000",
      "A standby that lacks more decided slots than this is not made a member."),
  MEMBER_LINGER(
      "member.linger",
      Amount.time("0s", "24h"),
      "1min",
      "A removed replica sends others what they lack for this long, and for three election timeouts"
          + " at least, after the cluster goes on without it; then it ends, unless cluster.begin is"
          + " join."),
  DURABILITY(
      "durability",
      Choice.of(Durability.class),
      "sync",
      "Which crashes the cluster survives: with sync (a replica sends nothing before it is on disk)"
          + " any number, all replicas at once; with view (it waits for the disk once a view), epoch"
          + " (once a start) and memory (never) those of a minority at a time."),
  STORAGE_DIRECTORY(
      "storage.directory",
      new FolderPath(),
      "data",
      "Replica N keeps its files in replica-N below it; no other process may use them."),
  STORAGE_MAX_BYTES(
      "storage.max-bytes",
      OrNone.limit(Amount.bytes("1MiB", "1048576GiB")),
      "none",
      "Bytes that the directory of one replica may hold, all files together, for disks that are"
          + " shared: the rest of it counts as free space. A snapshot that the replica takes is"
          + " written all the same: it frees the space of the journal."),
  STORAGE_RESERVE(
      "storage.reserve",
      Amount.bytes("0B", "1024GiB"),
      "256MiB",
      "Free space that is left to others: below it the replica adds no journal segment, and before"
          + " the last one is full it stops voting, until there is space."),
  STORAGE_REPAIR_TIMEOUT(
      "storage.repair-timeout",
      Amount.time("1ms", "24h"),
      "1min",
      "How long a replica waits for its peers to repair a damaged slot, or after they have reported"
          + " that too many replicas have lost their durable state; then it stops. A replica that"
          + " needs the durable state of one that is down waits for it without a limit. One that lacks"
          + " the decisions before its membership says so once in this time."),
  JOURNAL_SEGMENT_BYTES(
      "journal.segment-bytes",
      Amount.bytes("4KiB", "1GiB"),
      "64MiB",
      "Length of a journal file, which is allocated as a whole and deleted as a whole: a multiple of"
          + " 512B."),
  JOURNAL_DIRECT(
      "journal.direct",
      Choice.of(DirectIo.class),
      "auto",
      "Whether the journal is written past the system's memory, straight to the device (O_DIRECT):"
          + " with auto where the file system allows it and segments consist of whole blocks."),
  JOURNAL_SYNC(
      "journal.sync",
      Choice.of(SyncMethod.class),
      "auto",
      "How the journal waits for the disk: with fdatasync after a write, with dsync by a write that"
          + " waits (O_DSYNC), with auto as is faster in a measurement at each start, of 0.1 s at"
          + " most."),
  SNAPSHOT_LOG_BYTES(
      "snapshot.log-bytes",
      Amount.bytes("1KiB", "1024GiB"),
      "256MiB",
      "Bytes of the batches that are executed between two snapshots. At level sync a start reads as"
          + " many into memory. The default is less with little memory, and at most an eighth of"
          + " storage.max-bytes without storage.reserve."),
  SNAPSHOT_LOG_SLOTS(
      "snapshot.log-slots",
      Amount.count(1, 1_000_000_000),
      "1000000",
      "Slots that are executed between two snapshots."),
  SNAPSHOT_MAX_AGE(
      "snapshot.max-age",
      Amount.time("100ms", "8760h"),
      "1h",
      "A snapshot is taken when the last one is so old and anything was executed since."),
  SNAPSHOT_MAX_RATE(
      "snapshot.max-rate",
      Amount.bytes("1KiB", "64GiB"),
      "64MiB",
      "Bytes per second of a snapshot that is fetched from a peer, so that other messages get"
          + " through."),
  SNAPSHOT_WRITE_RATE(
      "snapshot.write-rate",
      Amount.bytes("1KiB", "64GiB"),
      "256MiB",
      "Bytes per second of a snapshot that is taken, so that the journal finds the disk free."),
  SNAPSHOT_PART_BYTES(
      "snapshot.part-bytes",
      Amount.bytes("64B", "128MiB"),
      "256KiB",
      "Bytes of a snapshot that one message carries, as far as a frame holds them; both sides hold"
          + " one part in memory."),
  BATCH_MAX_BYTES(
      "batch.max-bytes",
      new AmountOrAuto(Amount.bytes("64B", "64MiB"), "1KiB", "1MiB"),
      "auto",
      "BSZ: a batch is closed before it would exceed this; a larger request travels alone. With auto"
          + " the leader begins with 128KiB and tries out which size is best."),
  BATCH_MAX_DELAY(
      "batch.max-delay",
      new AmountOrAuto(Amount.time("0ns", "10s"), "0ns", "10s"),
      "auto",
      "How long the first request of a batch waits at most for others. With auto no longer than a"
          + " share of the window, which takes the adaptive policy. Default with other policies: 10ms."),
  BATCH_POLICY(
      "batch.policy",
      Choice.of(BatchPolicy.class),
      "adaptive",
      "When a batch that is not full is closed: timed after max-delay only; nagle also at once"
          + " when nothing is in flight; adaptive also one batch for each share of the window."),
  QUEUE_MAX_BYTES(
      "queue.max-bytes",
      Amount.bytes("4KiB", "64GiB"),
      "16MiB",
      "Bytes of requests that wait for a slot, and as many of queries that wait for an answer. When"
          + " it is full the replica answers BUSY, and clients retry. Less by default with little"
          + " memory."),
  PIPELINE_WINDOW(
      "pipeline.window",
      new AmountOrAuto(Amount.count(1, 10_000), "1", "512"),
      "auto",
      "WND: how many slots may be undecided at a time. With auto the leader begins with 8 and tries"
          + " out how many are best."),
  TUNING_MAX_LATENCY(
      "tuning.max-latency",
      OrNone.limit(Amount.time("1ms", "1h")),
      "none",
      "No automatic batch size or window is chosen that decides more requests but lets them take"
          + " longer than this in the leader."),
  TUNING_TRIALS(
      "tuning.trials",
      Choice.of(Switch.class),
      "off",
      "Whether clients may try other batch sizes and windows for some seconds, within what the leader"
          + " may choose by itself, as 'synod tune --measure' does: not where clients must not slow"
          + " each other down."),
  PIPELINE_RETRANSMIT(
      "pipeline.retransmit",
      new AmountOrAuto(Amount.time("1ms", "1min"), "50ms", "10s"),
      "auto",
      "An Accept that is undecided for this long is sent again. With auto that is 200ms at first and"
          + " follows the time which slots take."),
  DISSEMINATION(
      "dissemination",
      Choice.of(DisseminationChoice.class),
      "direct",
      "How a leader's Accepts and Prepares get to the others and their votes back: straight, or by"
          + " way of a relay in each group, which spares the leader work; with fewer than five"
          + " replicas always straight."),
  RELAY_GROUPS(
      "relay.groups",
      new RelayGrouping(),
      "2",
      "So many groups of the leader's peers, drawn at random and anew when one stays silent; or the"
          + " replicas of each, all together, and they may overlap; or region: a group of each"
          + " replica.N.region."),
  RELAY_ANSWERS(
      "relay.answers",
      Amount.count(0, Quorums.REPLICAS_MAX),
      "0",
      "The number of votes of its group with which a relay first reports to the leader; it sends the"
          + " others later. 0 for all. Those of all groups together must suffice to decide."),
  RELAY_TIMEOUT(
      "relay.timeout",
      Amount.time("1ms", "1min"),
      "50ms",
      "After that a relay reports the votes that it has; shorter than pipeline.retransmit."),
  ELECTION_TIMEOUT(
      "election.timeout",
      new AmountOrAuto(Amount.time("10ms", "10min"), "300ms", "10s"),
      "auto",
      "A leader that is silent for 1 to 5/4 of these is replaced; at least two heartbeats. With"
          + " auto it is three times the longest silence of the last minute, and at first its"
          + " shortest: 300ms for up to five replicas, twice as long for up to ten, and so on; with"
          + " reads.lease = on 300ms for any number."),
  ELECTION_HEARTBEAT(
      "election.heartbeat",
      Amount.time("1ms", "1min"),
      "50ms",
      "How often a leader shows that it is alive; the default grows as the shortest election.timeout does."),
  LEADER_SETTLE(
      "leader.settle",
      Amount.time("100ms", "1h"),
      "10s",
      "A leader leads for so long before it has a replica of higher priority lead"
          + " (replica.N.priority); after an attempt it waits twice as long, up to an hour."),
  CATCH_UP_MAX_BYTES(
      "catch-up.max-bytes",
      Amount.bytes("64B", "256MiB"),
      "1MiB",
      "Decided batches that one message carries to a replica that lags."),
  CATCH_UP_TIMEOUT(
      "catch-up.timeout",
      new AmountOrAuto(Amount.time("1ms", "1min"), "50ms", "10s"),
      "auto",
      "How long a gap is tolerated before a peer, then another one, is asked for it. With auto that"
          + " is 100ms at first and follows the time which peers take to answer."),
  LOG_MAX_BYTES(
      "log.max-bytes",
      Amount.bytes("4KiB", "1024GiB"),
      "256MiB",
      "Batches in memory, each with 64 bytes more: decided ones are kept for replicas that lag, the"
          + " oldest are dropped beyond it; while what is not executed takes as much, no slot is"
          + " opened or accepted."
          + " Less by default with little memory."),
  LOG_MARGIN_BYTES(
      "log.margin-bytes",
      Amount.bytes("0B", "1024GiB"),
      "16MiB",
      "Of log.max-bytes, what is kept although every replica has executed it: for one that comes"
          + " back without its durable state."),
  EXECUTION_BACKLOG(
      "execution.backlog",
      Amount.count(2, 1_000_000),
      "1024",
      "Decided slots that may wait for the service; at least two windows."),
  READS_MAX_WAITING(
      "reads.max-waiting",
      Amount.count(1, 10_000_000),
      "10000",
      "Frames of queries that may wait at a replica or a learner; beyond it clients receive BUSY."),
  READS_LEASE(
      "reads.lease",
      Choice.of(Switch.class),
      "off",
      "Whether the leader may answer queries of consistency lease without a round of heartbeats."
          + " Then no replica is elected within an election.timeout (of auto or a range: its first) of the"
          + " last heartbeat or of a replica's start. Must be equal on every replica, with"
          + " reads.clock-drift and that timeout."),
  READS_CLOCK_DRIFT(
      "reads.clock-drift",
      Amount.share("1ppm", "20%"),
      "1%",
      "By how much the rate of any replica's steady clock may be wrong: a lease is shorter than"
          + " election.timeout by twice this share. If a clock is worse, a query by lease may see an old"
          + " state."),
  SESSION_IDLE_TIMEOUT(
      "session.idle-timeout",
      Amount.leaderTime("100ms", "8760h"),
      "10min",
      "A client session without a request for this long ends; must be equal on every replica."),
  SESSION_MAX_OUTSTANDING(
      "session.max-outstanding",
      Amount.count(1, 1_000_000),
      "4096",
      "Unanswered requests of one session; must be equal on every replica."),
  SESSION_MAX_COUNT(
      "session.max-count",
      Amount.count(1, 10_000_000),
      "65536",
      "Open sessions; one more ends the least recently active one, or is refused while the leader"
          + " is connected to the clients of all; must be equal on every replica."),
  SESSION_MAX_ANSWER_BYTES(
      "session.max-answer-bytes",
      Amount.bytes("2KiB", "256MiB"),
      "2MiB",
      "Largest answer to a request: the client gets an error in place of a larger one, though the"
          + " request was executed; must be equal on every replica. Less by default if"
          + " network.max-frame is smaller."),
  SESSION_MAX_KEPT_BYTES(
      "session.max-kept-bytes",
      Amount.bytes("4KiB", "64GiB"),
      "16MiB",
      "Answers that one session keeps until its client acknowledges them, each with 32 bytes more:"
          + " while they leave no space for the largest answer, requests of the session are not"
          + " executed; must be equal on every replica."),
  SESSION_MAX_ALL_KEPT_BYTES(
      "session.max-all-kept-bytes",
      Amount.bytes("4KiB", "1024GiB"),
      "32MiB",
      "Bytes of answers and events that all sessions keep. Beyond it the sessions that keep most are"
          + " closed. Must be equal on every replica."),
  SESSION_MAX_EVENT_BYTES(
      "session.max-event-bytes",
      Amount.bytes("64KiB", "64GiB"),
      "4MiB",
      "Events of one session that its client has not acknowledged, each with 48 bytes more: beyond it"
          + " the session ends; must be equal on every replica."),
  SERVICE_ON_EXCEPTION(
      "service.on-exception",
      Choice.of(OnException.class),
      "reply",
      "When the service throws an exception at a request: reply gives it to the client as the"
          + " request's result; stop halts the service of every replica there, until the request is"
          + " skipped (synod skip). At a timer, or when a session opens or ends, stop ends every"
          + " replica. A Java Error ends the replica that meets it. Must be equal on every replica."),
  SERVICE_MAX_TIMERS(
      "service.max-timers",
      Amount.count(0, 10_000_000),
      "32768",
      "Timers that the service may have set; setting one more throws an exception in the service."
          + " Must be equal on every replica."),
  SERVICE_DIGEST_SLOTS(
      "service.digest-slots",
      Amount.count(1, 1_000_000_000),
      "1024",
      "Slots after which the replicas compare digests of their states: a replica that differs from a"
          + " majority stops. Must be equal on every replica."),
  ADMIN_FROM(
      "admin.from",
      Choice.of(AdminFrom.class),
      "loopback",
      "Whose connections may move the leader (synod leader move), change members (synod member) and limits"
          + " (synod limits), finish upgrades (synod upgrade), skip requests (synod skip) and"
          + " have snapshots taken (synod snapshot now): none; loopback, programs on the replica's machine; any, everybody who reaches the"
          + " clients' port. What forwards connections on the replica's machine counts as a program there: choose none then."),
  NETWORK_MAX_FRAME(
      "network.max-frame",
      Amount.bytes("4KiB", "256MiB"),
      "8MiB",
      "Largest body of a frame, which bounds a request; a larger one closes its connection. Give"
          + " every replica the same: one with less cannot follow a leader that sends more, and does"
          + " not start while its journal holds more. Less than 2049KiB lowers the default of"
          + " session.max-answer-bytes, which must be equal on every replica."),
  NETWORK_PEER_BUFFER(
      "network.peer-buffer",
      Amount.bytes("4KiB", "256MiB"),
      "32MiB",
      "Bytes that may wait for a slow peer, and of messages of all peers for this replica; beyond"
          + " it messages are dropped and sent again later. Less by default with little memory."),
  NETWORK_CLIENT_BUFFER(
      "network.client-buffer",
      Amount.bytes("4KiB", "256MiB"),
      "4MiB",
      "Bytes of replies that may wait for a slow client; beyond it this client is not read and"
          + " gets no answers. Less by default with little memory."),
  NETWORK_REPLIES_MAX(
      "network.replies-max",
      Amount.bytes("16KiB", "64GiB"),
      "256MiB",
      "Bytes that wait for all clients. With three quarters of it the replica answers BUSY; with"
          + " all of it it disconnects the client for which most bytes wait. Less by default with"
          + " little memory."),
  NETWORK_UNFINISHED_MAX(
      "network.unfinished-max",
      Amount.bytes("16KiB", "64GiB"),
      "128MiB",
      "Memory of all frames that clients have begun and not ended: beyond it the client whose frame"
          + " began first is disconnected. Less by default with little memory."),
  NETWORK_IDLE_TIMEOUT(
      "network.idle-timeout",
      Amount.time("1s", "8760h"),
      "10min",
      "A client that sends nothing for this long is disconnected. Subscribers are exempt; clients"
          + " with a session send keep-alives."),
  NETWORK_MAX_CONNECTIONS(
      "network.max-connections",
      Amount.count(1, 1_000_000),
      "10000",
      "Clients connected to one replica at a time; more are refused. Fewer by default with little"
          + " memory, and in any case 512 fewer than the process may have files open, at least 256."),
  NETWORK_CLIENT_THREADS(
      "network.client-threads",
      Amount.count(1, 256),
      "1",
      "Event loops that serve clients; not used by the merged layout."),
  NETWORK_TRANSPORT(
      "network.transport",
      Choice.of(TransportChoice.class),
      "auto",
      "How sockets are driven: auto is epoll where there is one, else nio; io_uring spares system"
          + " calls where connections are many."),
  NETWORK_DATAGRAM_MAX_BYTES(
      "network.datagram-max-bytes",
      Amount.bytes("0B", "65495B"),
      "0B",
      "Messages between replicas whose frame is at most this long go as UDP datagrams, to the port"
          + " that the peer also has for TCP, as long as they are seen to arrive; 0B: none."),
  NETWORK_BANDWIDTH(
      "network.bandwidth",
      OrNone.limit(Amount.bitRate("1kbit", "1000Gbit")),
      "none",
      "Bits that a link between two replicas carries each way in a second, if it is known: the"
          + " instrumentation then reports for how long a link was busy; it limits nothing."),
  INSTRUMENTATION(
      "instrumentation",
      Choice.of(Switch.class),
      "on",
      "Whether CPU time per instance, window, queue and latencies are measured, for JMX, the CSV"
          + " file and the metrics."),
  INSTRUMENTATION_INTERVAL(
      "instrumentation.interval",
      Amount.time("100ms", "1h"),
      "1s",
      "What one row of the CSV file covers."),
  INSTRUMENTATION_CSV(
      "instrumentation.csv",
      OrNone.file(),
      "none",
      "File of the rows; replica N puts -N before its ending (cpu.csv is cpu-0.csv) and replaces"
          + " what it finds."),
  METRICS_PORT(
      "metrics.port",
      Amount.count(0, 65_535),
      "0",
      "Replica N serves its metrics to Prometheus at this port plus N, path /metrics; 0 serves"
          + " none."),
  THREADS_LAYOUT(
      "threads.layout",
      Choice.of(ThreadLayout.class),
      "staged",
      "staged: clients' loops, a batcher thread, one loop for protocol and peers, a service"
          + " thread; split: clients' loops and one loop for the rest; merged: one loop. Where one"
          + " loop has the service, this must be quick.");

  private final String key;
  private final ValueType type;
  private final String defaultText;
  private final String sentence;

  Setting(String key, ValueType type, String defaultText, String sentence) {
    this.key = key;
    this.type = type;
    this.defaultText = defaultText;
    this.sentence = sentence;
  }

  /** The setting of this key, or null. */
  static Setting ofKey(String key) {
    for (Setting setting : values()) {
      if (setting.key.equals(key)) {
        return setting;
      }
    }
    return null;
  }

  /** As it stands in a file: dotted, lower case. */
  public String key() {
    return key;
  }

  /** What is allowed, as a user reads it. */
  public String range() {
    return type.range();
  }

  public boolean isRequired() {
    return defaultText == null;
  }

  /** The default as a file would have it; null if the setting is required. */
  public String defaultText() {
    return defaultText;
  }

  /** What it does. */
  public String sentence() {
    return sentence;
  }

  ValueType type() {
    return type;
  }
}
