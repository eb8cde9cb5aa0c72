package io.synod.replica.assembly;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.synod.core.cluster.View;
import io.synod.core.execution.Halt;
import io.synod.core.session.SessionLimits;
import io.synod.core.settings.BatchLimits;
import io.synod.core.settings.SessionSettings;
import io.synod.core.time.Timeouts;
import io.synod.core.version.ClusterVersion;
import io.synod.network.peer.PeerCounters;
import io.synod.network.wire.Leadership;
import io.synod.replica.instrumentation.Total;
import io.synod.replica.stage.SharedStatus;
import io.synod.replica.stage.Tuning;
import io.synod.storage.journal.JournalCounters;
import io.synod.tuning.autopilot.Search;
import java.util.Locale;

/** The status of a replica, as one JSON object. */
final class StatusReport {
  private StatusReport() {}

  static String json(Assembly replica) {
    SharedStatus shared = replica.shared();
    // Before what is decided, which may grow meanwhile.
    long executed = replica.service().executed();
    Leadership leadership = shared.leadership();
    StringBuilder json = new StringBuilder(512).append('{');
    text(json, "cluster", replica.config().cluster().name());
    number(json, "replica", replica.id());
    text(json, "role", shared.role().name().toLowerCase(Locale.ROOT));
    text(json, "view", leadership.view().equals(View.NONE) ? "0" : leadership.view().toString());
    number(json, "leader", leadership.leader());
    number(json, "decided", shared.decided());
    number(json, "executed", executed);
    storage(json, replica);
    raw(json, "memory", MemoryReport.json(replica.memory(), replica.ingress()));
    String obstacle = shared.obstacle();
    raw(json, "cannotLead", obstacle == null ? "null" : '"' + obstacle + '"');
    raw(json, "halted", halted(replica.service().halt()));
    raw(json, "membership", replica.membership().json());
    ClusterVersion version = replica.service().version();
    pair(json, "version", "level", version.level(), "service", version.service());
    raw(json, "builds", replica.builds().json());
    raw(json, "sessionLimits", sessionLimits(replica.service().limits()));
    raw(json, "transfer", outcome(replica.operator().transfers().last()));
    raw(json, "change", outcome(replica.operator().changes().last()));
    number(json, "collectorPercent", replica.collectorPercent());
    pair(json, "window", "open", shared.openSlots(), "size", window(replica));
    limits(json, replica);
    timeouts(json, replica.timeouts());
    pair(json, "queue", "bytes", replica.batcher().queuedBytes(), "limit", queueLimit(replica));
    pair(json, "connections", "peers", peers(replica), "clients", clients(replica));
    datagrams(json, replica);
    number(json, "subscribers", shared.subscribers());
    number(json, "busy", replica.ingress().counters().busy());
    number(json, "serviceExceptions", replica.serviceExceptions());
    number(json, "timers", replica.service().timers());
    number(json, "retransmitted", replica.events().count(Total.PHASE2_TIMEOUTS));
    number(json, "catchUps", replica.events().count(Total.CATCH_UPS));
    number(json, "ignoredMessages", replica.events().count(Total.IGNORED_MESSAGES));
    number(json, "lostMessages", replica.lostMessages());
    number(json, "processCpuMillis", replica.processCpuMillis());
    raw(json, "explanation", quoted(replica.explanation()));
    raw(json, "linksTogether", LinkReport.sharedJson(replica.peers()));
    raw(
        json,
        "links",
        LinkReport.json(replica.id(), replica.members().membership().numbers(), replica.peers()));
    raw(json, "instrumentation", replica.measuredJson());
    json.setCharAt(json.length() - 1, '}');
    return json.toString();
  }

  /** Where the service waits, as JSON. */
  static String halted(Halt halt) {
    return halt == null
        ? "null"
        : String.format(
            Locale.ROOT,
            "{\"slot\":%d,\"request\":%d,\"exception\":%s}",
            halt.request().slot(),
            halt.request().index(),
            quoted(printable(halt.exception())));
  }

  private static String sessionLimits(SessionLimits limits) {
    SessionSettings settings = limits.settings();
    return String.format(
        Locale.ROOT,
        """
        {"number":%d,"idleMillis":%d,"outstanding":%d,"sessions":%d,"answerBytes":%d,"keptBytes":%d,\
        "allKeptBytes":%d,"eventBytes":%d}""",
        limits.number(),
        settings.idleMillis(),
        settings.outstandingMax(),
        settings.sessionsMax(),
        settings.answers().largestBytes(),
        settings.answers().sessionBytes(),
        settings.answers().allBytes(),
        settings.eventBytesMax());
  }

  private static String outcome(OperatorOutcomes.Outcome last) {
    String failure = last.failure() == null ? "null" : quoted(last.failure());
    return String.format(Locale.ROOT, "{\"count\":%d,\"failure\":%s}", last.count(), failure);
  }

  /** In one line. */
  static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }

  private static void limits(StringBuilder json, Assembly replica) {
    Tuning.State state = replica.tuning().state();
    BatchLimits now = state.limits();
    Search.Report search = state.search();
    BatchLimits chosen = search == null ? now : search.chosen();
    json.append(
        String.format(
            Locale.ROOT,
            "\"limits\":{\"maxBytes\":%d,\"window\":%d,\"trials\":%s,",
            now.maxBytes(),
            now.window(),
            replica.config().autopilot().trials()));
    json.append(
        String.format(
            Locale.ROOT,
            "\"chosenMaxBytes\":%d,\"chosenWindow\":%d,\"moves\":%d},",
            chosen.maxBytes(),
            chosen.window(),
            search == null ? 0 : search.moves()));
  }

  private static String quoted(String lines) {
    return '"' + lines.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }

  private static void storage(StringBuilder json, Assembly replica) {
    SharedStatus shared = replica.shared();
    json.append("\"storage\":{");
    text(json, "durability", replica.config().durability().name().toLowerCase(Locale.ROOT));
    number(json, "incarnation", shared.incarnationNumber());
    number(json, "snapshotEnd", shared.snapshotEnd());
    number(json, "snapshotsTaken", replica.snapshotsTaken());
    number(json, "snapshotsFetched", replica.events().count(Total.SNAPSHOTS_FETCHED));
    number(json, "firstDamaged", shared.firstDamaged());
    number(json, "repaired", replica.events().count(Total.REPAIRED_SLOTS));
    json.append("\"full\":").append(shared.isStorageFull()).append(',');
    JournalCounters journal = replica.journal();
    number(json, "journalRecords", journal == null ? 0 : journal.records());
    number(json, "journalBytes", journal == null ? 0 : journal.bytes());
    number(json, "journalSyncs", journal == null ? 0 : journal.forces());
    number(json, "journalNanos", replica.journalCommitNanos());
    number(json, "journalOnDisk", journal == null ? 0 : journal.diskBytes());
    json.setCharAt(json.length() - 1, '}');
    json.append(',');
  }

  private static void timeouts(StringBuilder json, Timeouts timeouts) {
    json.append("\"timeoutMillis\":{");
    number(json, "election", NANOSECONDS.toMillis(timeouts.electionNanos()));
    number(json, "retransmit", NANOSECONDS.toMillis(timeouts.retransmitNanos()));
    number(json, "catchUp", NANOSECONDS.toMillis(timeouts.catchUpNanos()));
    json.setCharAt(json.length() - 1, '}');
    json.append(',');
  }

  private static void datagrams(StringBuilder json, Assembly replica) {
    PeerCounters counters = replica.peers().counters();
    json.append("\"datagrams\":{");
    number(json, "peers", replica.peers().datagramPeers());
    number(json, "sent", counters.datagramsSent());
    number(json, "received", counters.datagramsReceived());
    number(json, "refused", counters.datagramsRefused());
    json.setCharAt(json.length() - 1, '}');
    json.append(',');
  }

  private static long window(Assembly replica) {
    return replica.tuning().state().limits().window();
  }

  private static long queueLimit(Assembly replica) {
    return replica.config().batch().queueBytes();
  }

  private static long peers(Assembly replica) {
    return replica.peers().connected();
  }

  private static long clients(Assembly replica) {
    return replica.ingress().counters().connections();
  }

  /** Names and values hold no character that JSON escapes: a cluster name is checked at start. */
  private static void text(StringBuilder json, String name, String value) {
    json.append('"').append(name).append("\":\"").append(value).append("\",");
  }

  private static void number(StringBuilder json, String name, long value) {
    json.append('"').append(name).append("\":").append(value).append(',');
  }

  private static void raw(StringBuilder json, String name, String value) {
    json.append('"').append(name).append("\":").append(value).append(',');
  }

  private static void pair(
      StringBuilder json, String name, String first, long firstValue, String second, long value) {
    json.append('"').append(name).append("\":{");
    number(json, first, firstValue);
    number(json, second, value);
    json.setCharAt(json.length() - 1, '}');
    json.append(',');
  }
}
