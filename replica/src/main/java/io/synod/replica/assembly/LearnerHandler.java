package io.synod.replica.assembly;

import io.synod.core.batcher.Requests;
import io.synod.core.membership.MembershipRequest;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.session.SessionLimits;
import io.synod.core.settings.BatchLimits;
import io.synod.core.settings.SessionSettings;
import io.synod.core.version.ClusterVersion;
import io.synod.network.ingress.Admission;
import io.synod.network.ingress.ClientConnection;
import io.synod.network.ingress.IngressListener;
import io.synod.network.ingress.Queries;
import io.synod.network.ingress.SubscriptionListener;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Members;
import io.synod.network.wire.WantEvents;

/** Handles the clients of a learner: admits queries that need no leader, and nothing else. */
final class LearnerHandler implements IngressListener {
  private final LearnerAssembly learner;

  LearnerHandler(LearnerAssembly learner) {
    this.learner = learner;
  }

  @Override
  public Admission admit(ClientConnection from, long session, Requests requests) {
    return Admission.NOT_LEADER;
  }

  @Override
  public Admission admitQueries(Queries queries) {
    if (!queries.consistency().isAnywhere()) {
      return Admission.NOT_LEADER;
    }
    if (!learner.service().reserveRead(queries)) {
      return Admission.BUSY;
    }
    if (learner.follow().read(queries)) {
      return Admission.ADMITTED;
    }
    learner.service().releaseRead(queries);
    return Admission.BUSY;
  }

  @Override
  public Leadership leadership() {
    return learner.follow().leadership();
  }

  @Override
  public String statusJson() {
    return learner.statusJson();
  }

  /** It has no links to measure. */
  @Override
  public void measureLinks() {}

  @Override
  public void tryLimits(BatchLimits limits, long nanos) {}

  @Override
  public void moveLeader(int to) {}

  @Override
  public void changeMembers(MembershipRequest request) {}

  @Override
  public String whyNotUpgrade(ClusterVersion version) {
    return "a learner decides nothing: ask the leader";
  }

  @Override
  public String whyNotLimits(SessionLimits limits) {
    return "a learner decides nothing: ask the leader";
  }

  @Override
  public SessionSettings sessionLimits() {
    return learner.service().limits().settings();
  }

  /** Clients ask replicas for them. */
  @Override
  public Members members() {
    return null;
  }

  @Override
  public void takeSnapshot() {
    learner.follow().takeSnapshot();
  }

  @Override
  public boolean onFetchSnapshot(ClientConnection from, FetchSnapshot request) {
    return learner.follow().sendSnapshot(from, request);
  }

  /** Subscribers of the log follow a replica, not a learner. */
  @Override
  public SubscriptionListener subscriptions() {
    return null;
  }

  /** No request of a session is answered here. */
  @Override
  public void onSession(ClientConnection from, long session) {}

  /** Events go with the answers to requests. */
  @Override
  public void onWantEvents(ClientConnection from, WantEvents wanted) {
    from.eventsFollow();
  }

  @Override
  public void onClosed(ClientConnection connection) {
    learner.service().closed(connection);
  }

  @Override
  public void onTakesReplies(ClientConnection connection) {
    learner.service().takesReplies(connection);
  }

  @Override
  public void onBug(Throwable bug) {
    learner.bug(bug);
  }
}
