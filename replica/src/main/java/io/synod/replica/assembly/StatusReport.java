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
import io.synod.replica.instrumentation.JsonFields;
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
    View view = leadership.view();
    return new JsonFields()
        .put("cluster", replica.config().cluster().name())
        .put("replica", replica.id())
        .put("role", shared.role().name().toLowerCase(Locale.ROOT))
        .put("view", view.equals(View.NONE) ? "0" : view.toString())
        .put("leader", leadership.leader())
        .put("decided", shared.decided())
        .put("executed", executed)
        .put("storage", storage(replica))
        .put("memory", MemoryReport.json(replica.memory(), replica.ingress()))
        .put("cannotLead", shared.obstacle())
        .put("halted", halted(replica.service().halt()))
        .put("membership", replica.membership().json())
        .put("version", version(replica.service().version()))
        .put("builds", replica.builds().json())
        .put("sessionLimits", sessionLimits(replica.service().limits()))
        .put("transfer", outcome(replica.operator().transfers().last()))
        .put("change", outcome(replica.operator().changes().last()))
        .put("collectorPercent", replica.collectorPercent())
        .put("window", window(replica))
        .put("limits", limits(replica))
        .put("timeoutMillis", timeouts(replica.timeouts()))
        .put("queue", queue(replica))
        .put("connections", connections(replica))
        .put("datagrams", datagrams(replica))
        .put("subscribers", shared.subscribers())
        .put("busy", replica.ingress().counters().busy())
        .put("serviceExceptions", replica.serviceExceptions())
        .put("timers", replica.service().timers())
        .put("retransmitted", replica.events().count(Total.PHASE2_TIMEOUTS))
        .put("catchUps", replica.events().count(Total.CATCH_UPS))
        .put("ignoredMessages", replica.events().count(Total.IGNORED_MESSAGES))
        .put("lostMessages", replica.lostMessages())
        .put("processCpuMillis", replica.processCpuMillis())
        .put("explanation", replica.explanation())
        .put("linksTogether", LinkReport.shared(replica.peers()))
        .put(
            "links",
            LinkReport.all(replica.id(), replica.members().membership().numbers(), replica.peers()))
        .put("instrumentation", replica.measuredJson())
        .toString();
  }

  /** Where the service waits; null if it goes on. */
  static JsonFields halted(Halt halt) {
    return halt == null
        ? null
        : new JsonFields()
            .put("slot", halt.request().slot())
            .put("request", halt.request().index())
            .put("exception", printable(halt.exception()));
  }

  static JsonFields version(ClusterVersion version) {
    return new JsonFields().put("level", version.level()).put("service", version.service());
  }

  private static JsonFields sessionLimits(SessionLimits limits) {
    SessionSettings settings = limits.settings();
    return new JsonFields()
        .put("number", limits.number())
        .put("idleMillis", settings.idleMillis())
        .put("outstanding", settings.outstandingMax())
        .put("sessions", settings.sessionsMax())
        .put("answerBytes", settings.answers().largestBytes())
        .put("keptBytes", settings.answers().sessionBytes())
        .put("allKeptBytes", settings.answers().allBytes())
        .put("eventBytes", settings.eventBytesMax());
  }

  private static JsonFields outcome(OperatorOutcomes.Outcome last) {
    return new JsonFields().put("count", last.count()).put("failure", last.failure());
  }

  /** In one line. */
  static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }

  private static JsonFields limits(Assembly replica) {
    Tuning.State state = replica.tuning().state();
    BatchLimits now = state.limits();
    Search.Report search = state.search();
    BatchLimits chosen = search == null ? now : search.chosen();
    return new JsonFields()
        .put("maxBytes", now.maxBytes())
        .put("window", now.window())
        .put("trials", replica.config().autopilot().trials())
        .put("chosenMaxBytes", chosen.maxBytes())
        .put("chosenWindow", chosen.window())
        .put("moves", search == null ? 0 : search.moves());
  }

  private static JsonFields storage(Assembly replica) {
    SharedStatus shared = replica.shared();
    JournalCounters journal = replica.journal();
    return new JsonFields()
        .put("durability", replica.config().durability().name().toLowerCase(Locale.ROOT))
        .put("incarnation", shared.incarnationNumber())
        .put("snapshotEnd", shared.snapshotEnd())
        .put("snapshotsTaken", replica.snapshotsTaken())
        .put("snapshotsFetched", replica.events().count(Total.SNAPSHOTS_FETCHED))
        .put("firstDamaged", shared.firstDamaged())
        .put("repaired", replica.events().count(Total.REPAIRED_SLOTS))
        .put("full", shared.isStorageFull())
        .put("journalRecords", journal == null ? 0 : journal.records())
        .put("journalBytes", journal == null ? 0 : journal.bytes())
        .put("journalSyncs", journal == null ? 0 : journal.forces())
        .put("journalNanos", replica.journalCommitNanos())
        .put("journalOnDisk", journal == null ? 0 : journal.diskBytes());
  }

  private static JsonFields timeouts(Timeouts timeouts) {
    return new JsonFields()
        .put("election", NANOSECONDS.toMillis(timeouts.electionNanos()))
        .put("retransmit", NANOSECONDS.toMillis(timeouts.retransmitNanos()))
        .put("catchUp", NANOSECONDS.toMillis(timeouts.catchUpNanos()));
  }

  private static JsonFields datagrams(Assembly replica) {
    PeerCounters counters = replica.peers().counters();
    return new JsonFields()
        .put("peers", replica.peers().datagramPeers())
        .put("sent", counters.datagramsSent())
        .put("received", counters.datagramsReceived())
        .put("refused", counters.datagramsRefused());
  }

  private static JsonFields window(Assembly replica) {
    return new JsonFields()
        .put("open", replica.shared().openSlots())
        .put("size", replica.tuning().state().limits().window());
  }

  private static JsonFields queue(Assembly replica) {
    return new JsonFields()
        .put("bytes", replica.batcher().queuedBytes())
        .put("limit", replica.config().batch().queueBytes());
  }

  private static JsonFields connections(Assembly replica) {
    return new JsonFields()
        .put("peers", replica.peers().connected())
        .put("clients", replica.ingress().counters().connections());
  }
}
