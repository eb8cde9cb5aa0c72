package io.synod.replica.assembly;

import io.synod.core.batcher.Requests;
import io.synod.core.event.Event;
import io.synod.core.membership.MembershipRequest;
import io.synod.core.membership.Memberships;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.QuorumRead;
import io.synod.core.session.SessionLimits;
import io.synod.core.settings.BatchLimits;
import io.synod.core.settings.Consistency;
import io.synod.core.settings.SessionSettings;
import io.synod.core.version.ClusterVersion;
import io.synod.network.ingress.Admission;
import io.synod.network.ingress.ClientConnection;
import io.synod.network.ingress.IngressListener;
import io.synod.network.ingress.Queries;
import io.synod.network.ingress.SubscriptionListener;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Members;
import io.synod.network.wire.Subscribe;
import io.synod.network.wire.WantEvents;
import io.synod.replica.config.SharedSettings;
import io.synod.replica.instrumentation.Activity;
import io.synod.replica.instrumentation.WorkMeter;
import io.synod.replica.stage.BatcherStage;
import io.synod.replica.stage.ProtocolStage;
import io.synod.replica.stage.ServiceStage;
import io.synod.replica.stage.SharedStatus;

/**
 * Hands the requests of clients to the batcher, and their queries and subscriptions to the
 * protocol.
 */
final class ClientHandler implements IngressListener, SubscriptionListener {
  private final SharedStatus shared;
  private final Stages stages;
  private final WorkMeter meter;
  private final Assembly replica;

  ClientHandler(SharedStatus shared, Stages stages, WorkMeter meter, Assembly replica) {
    this.shared = shared;
    this.stages = stages;
    this.meter = meter;
    this.replica = replica;
  }

  /** The stages that take requests, queries and the state of their connections. */
  record Stages(BatcherStage batcher, ProtocolStage protocol, ServiceStage service) {}

  @Override
  public Admission admit(ClientConnection from, long session, Requests requests) {
    if (!shared.leads()) {
      return Admission.NOT_LEADER;
    }
    return stages.batcher().admit(requests) ? Admission.ADMITTED : Admission.BUSY;
  }

  @Override
  public Admission admitQueries(Queries queries) {
    if (!shared.leads() && !queries.consistency().isAnywhere()) {
      return Admission.NOT_LEADER;
    }
    ServiceStage service = stages.service();
    if (service.halt() != null || !service.reserveRead(queries)) {
      return Admission.BUSY;
    }
    if (stages.protocol().read(queries)) {
      return Admission.ADMITTED;
    }
    service.releaseRead(queries);
    return Admission.BUSY;
  }

  @Override
  public Leadership leadership() {
    return shared.leadership();
  }

  @Override
  public String statusJson() {
    return replica.statusJson();
  }

  @Override
  public void measureLinks() {
    replica.peers().measureBandwidth();
  }

  @Override
  public void tryLimits(BatchLimits limits, long nanos) {
    if (replica.config().autopilot().trials()) {
      stages.batcher().tryLimits(limits, nanos);
    }
  }

  @Override
  public void moveLeader(int to) {
    replica.operator().transferLeadership(to, outcome -> {});
  }

  @Override
  public void changeMembers(MembershipRequest request) {
    replica.operator().changeMembers(request);
  }

  @Override
  public String whyNotUpgrade(ClusterVersion version) {
    return shared.leads()
        ? replica.builds().whyNot(version)
        : "replica %d does not lead: ask the leader".formatted(replica.id());
  }

  @Override
  public String whyNotLimits(SessionLimits limits) {
    if (!shared.leads()) {
      return "replica %d does not lead: ask the leader".formatted(replica.id());
    }
    String refusal = stages.service().limits().whyNot(limits);
    return refusal == null
        ? replica.config().whyNot(limits.settings(), replica.memory().memory())
        : refusal;
  }

  @Override
  public SessionSettings sessionLimits() {
    return stages.service().limits().settings();
  }

  @Override
  public Members members() {
    Memberships memberships = shared.memberships();
    return memberships == null ? null : Members.of(memberships.current());
  }

  @Override
  public void takeSnapshot() {
    stages.protocol().takeSnapshot();
  }

  @Override
  public SubscriptionListener subscriptions() {
    return this;
  }

  @Override
  public String terms() {
    return SharedSettings.ofExecution(replica.config());
  }

  @Override
  public boolean onSubscribe(ClientConnection from, Subscribe subscribe) {
    return stages
        .protocol()
        .serve(
            new Event.Subscribed(
                from, subscribe.first(), subscribe.creditBytes(), subscribe.keepAliveNanos()));
  }

  @Override
  public boolean onCredit(ClientConnection from, long bytes) {
    return stages.protocol().serve(new Event.Credited(from, bytes));
  }

  @Override
  public boolean onFetchSnapshot(ClientConnection from, FetchSnapshot request) {
    return stages.protocol().serve(new Event.SnapshotAsked(from, request));
  }

  @Override
  public boolean onQuorumRead(ClientConnection from, QuorumRead request) {
    ProtocolStage.ReadPoint point = new ProtocolStage.ReadPoint(from, request.round());
    return stages.protocol().serve(new Event.ReadRequested(point, Consistency.QUORUM));
  }

  @Override
  public void onUnsubscribed(ClientConnection from) {
    stages.protocol().unsubscribed(from);
  }

  @Override
  public void onSession(ClientConnection from, long session) {
    stages.service().route(from, session);
  }

  @Override
  public void onWantEvents(ClientConnection from, WantEvents wanted) {
    stages.service().wantEvents(from, wanted);
  }

  @Override
  public void onClosed(ClientConnection connection) {
    stages.service().closed(connection);
  }

  @Override
  public void onWorked() {
    meter.ended(Activity.CLIENT_IO);
  }

  @Override
  public void onTakesReplies(ClientConnection connection) {
    stages.service().takesReplies(connection);
  }

  @Override
  public void onBug(Throwable bug) {
    replica.bug(bug);
  }
}
