package io.synod.replica.assembly;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.network.ingress.IngressCounters;
import io.synod.network.peer.LinkQuality;
import io.synod.network.peer.PeerCounters;
import io.synod.network.peer.PeerNetwork;
import io.synod.network.peer.Traffic;
import io.synod.network.wire.FrameType;
import io.synod.replica.instrumentation.Gauges;
import io.synod.replica.instrumentation.Instrumentation;
import io.synod.replica.instrumentation.Sample;
import io.synod.replica.instrumentation.Total;
import io.synod.replica.instrumentation.WorkMeter;
import io.synod.replica.stage.SharedStatus;
import io.synod.storage.journal.JournalCounters;
import java.util.Locale;

/** Reads all counters of a replica. Any thread. */
final class Samples implements Instrumentation.Source {
  private final Assembly replica;
  private final WorkMeter meter;

  Samples(Assembly replica, WorkMeter meter) {
    this.replica = replica;
    this.meter = meter;
  }

  @Override
  public Sample sample() {
    long nowNanos = System.nanoTime();
    return new Sample(
        System.currentTimeMillis(),
        nowNanos,
        standing(replica.shared()),
        replica.members().membership().quorums().replicas(),
        totals(),
        meter.nanos(),
        meter.processNanos(),
        links(),
        traffic(replica.peers().traffic()),
        meter.threadNanos(),
        meter.machineLoad(),
        replica.tuning().state().allowedSlotNanos(nowNanos));
  }

  @Override
  public Gauges gauges() {
    SharedStatus shared = replica.shared();
    // Before what is decided, which may grow meanwhile.
    long executed = replica.service().executed();
    return new Gauges(
        shared.leads(),
        shared.incarnationNumber() > 0,
        shared.isStorageFull(),
        replica.service().halt() != null,
        connectedMembers(),
        shared.decided(),
        executed,
        shared.openSlots(),
        replica.tuning().state().limits().window(),
        replica.batcher().queuedBytes(),
        replica.collectorPercent());
  }

  /** Without standbys, or one of them would hide that a member is lost. */
  private int connectedMembers() {
    ReplicaSet members = replica.members().membership().numbers();
    return new ReplicaSet(replica.peers().connectedPeers().bits() & members.bits()).size();
  }

  @Override
  public String explanation() {
    return replica.explanation();
  }

  private static Sample.Standing standing(SharedStatus shared) {
    View view = shared.leadership().view();
    return new Sample.Standing(
        shared.role().name().toLowerCase(Locale.ROOT),
        view.equals(View.NONE) ? "0" : view.toString());
  }

  private long[] totals() {
    long[] totals = new long[Total.values().length];
    for (Total total : Total.values()) {
      totals[total.ordinal()] = replica.events().count(total);
    }
    replica.tally().writeTo(totals);
    JournalCounters journal = replica.journal();
    if (journal != null) {
      totals[Total.JOURNAL_RECORDS.ordinal()] = journal.records();
      totals[Total.JOURNAL_BYTES.ordinal()] = journal.bytes();
      totals[Total.JOURNAL_SYNCS.ordinal()] = journal.forces();
      totals[Total.JOURNAL_COMMIT_TIME.ordinal()] = replica.journalCommitNanos();
    }
    IngressCounters ingress = replica.ingress().counters();
    totals[Total.QUERIES.ordinal()] = ingress.queries();
    totals[Total.BUSY.ordinal()] = ingress.busy();
    totals[Total.NOT_LEADER.ordinal()] = ingress.notLeader();
    totals[Total.CLIENTS_REFUSED.ordinal()] = ingress.refused();
    totals[Total.CLIENTS_MALFORMED.ordinal()] = ingress.malformed();
    totals[Total.CLIENTS_SLOW.ordinal()] = ingress.slow();
    totals[Total.SERVICE_EXCEPTIONS.ordinal()] = replica.serviceExceptions();
    totals[Total.SNAPSHOTS_TAKEN.ordinal()] = replica.snapshotsTaken();
    totals[Total.LOST_MESSAGES.ordinal()] = replica.lostMessages();
    PeerCounters peers = replica.peers().counters();
    totals[Total.DROPPED_MESSAGES.ordinal()] = peers.dropped();
    totals[Total.PEERS_REFUSED.ordinal()] = peers.refused();
    totals[Total.PEERS_MALFORMED.ordinal()] = peers.malformed();
    totals[Total.DATAGRAMS_SENT.ordinal()] = peers.datagramsSent();
    totals[Total.DATAGRAMS_RECEIVED.ordinal()] = peers.datagramsReceived();
    totals[Total.DATAGRAMS_REFUSED.ordinal()] = peers.datagramsRefused();
    return totals;
  }

  private Sample.Link[] links() {
    PeerNetwork peers = replica.peers();
    ReplicaSet configured = replica.config().cluster().quorums().members();
    ReplicaSet all = configured.with(replica.members().membership().numbers());
    Sample.Link[] links = new Sample.Link[all.end()];
    for (int other : all.numbers()) {
      PeerCounters counters = peers.counters(other);
      LinkQuality quality = peers.quality(other);
      links[other] =
          new Sample.Link(
              counters.bytesSent(),
              counters.bytesReceived(),
              quality.roundTripNanosShortest(),
              quality.roundTripNanosLeast());
    }
    return links;
  }

  private static Sample.Messages[] traffic(Traffic traffic) {
    FrameType[] types = FrameType.values();
    Sample.Messages[] messages = new Sample.Messages[types.length];
    for (FrameType type : types) {
      messages[type.ordinal()] =
          new Sample.Messages(
              traffic.sent(type),
              traffic.sentBytes(type),
              traffic.received(type),
              traffic.receivedBytes(type));
    }
    return messages;
  }
}
