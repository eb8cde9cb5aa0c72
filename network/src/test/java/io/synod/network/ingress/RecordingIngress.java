package io.synod.network.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.batcher.Requests;
import io.synod.core.cluster.View;
import io.synod.core.command.BatchEntry;
import io.synod.core.membership.MembershipRequest;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.QuorumRead;
import io.synod.core.session.SessionLimits;
import io.synod.core.settings.BatchLimits;
import io.synod.core.settings.SessionSettings;
import io.synod.core.version.ClusterVersion;
import io.synod.network.wire.Credit;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Members;
import io.synod.network.wire.Subscribe;
import io.synod.network.wire.WantEvents;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Keeps each call, in order, and admits what the test wants admitted. */
class RecordingIngress implements IngressListener, SubscriptionListener {
  static final String TERMS = "sessions = 8";

  final BlockingQueue<Object> events = new LinkedBlockingQueue<>();
  volatile Admission admission = Admission.ADMITTED;
  volatile RuntimeException failure;
  volatile String statusJson = "{\"role\":\"follower\"}";
  volatile boolean takesSubscribers = true;

  /** Whether sessions that are closed, and connections that have ended, are done with at once. */
  volatile boolean forgets = true;

  volatile boolean hasSubscriptions = true;
  volatile ClientConnection subscriber;
  volatile Members members;
  volatile String whyNotUpgrade;
  volatile String whyNotLimits;
  volatile SessionSettings limits = new SessionSettings(1_000, 64, IngressFixture.ALL_SESSIONS_MAX);
  volatile Leadership leadership = new Leadership(new View(4, 1), 1, "host1:7201");

  /** Requests as they were offered, released. */
  record Offered(long session, long first, int count, int bytes) {}

  record Began(long session, ClientConnection on) {}

  record TakesReplies(ClientConnection connection) {}

  record Closed(ClientConnection connection) {}

  @Override
  public Admission admit(ClientConnection from, long session, Requests requests) {
    if (failure != null) {
      throw failure;
    }
    Admission answer = admission;
    byte[] copy = new byte[requests.bytes()];
    requests.copyTo(0, copy, 0, copy.length);
    assertThat(requests.entryBytes(0))
        .isEqualTo(BatchEntry.HEADER_BYTES + BatchEntry.payloadBytes(copy, 0));
    events.add(new Offered(session, BatchEntry.sequence(copy, 0), requests.count(), copy.length));
    if (answer == Admission.ADMITTED) {
      requests.release();
    }
    if (answer == Admission.ADMITTED
        && forgets
        && BatchEntry.sequence(copy, 0) == BatchEntry.CLOSE) {
      from.sessionClosed(session);
    }
    return answer;
  }

  @Override
  public Admission admitQueries(Queries queries) {
    Admission answer = admission;
    if (answer == Admission.ADMITTED) {
      events.add(queries);
    }
    return answer;
  }

  @Override
  public Leadership leadership() {
    return leadership;
  }

  @Override
  public String statusJson() {
    return statusJson;
  }

  @Override
  public void measureLinks() {
    events.add("measure links");
  }

  @Override
  public void moveLeader(int to) {
    commanded("move the leader to " + to);
  }

  @Override
  public String whyNotUpgrade(ClusterVersion version) {
    events.add(version);
    return whyNotUpgrade;
  }

  @Override
  public String whyNotLimits(SessionLimits wanted) {
    events.add(wanted);
    return whyNotLimits;
  }

  @Override
  public SessionSettings sessionLimits() {
    return limits;
  }

  @Override
  public void changeMembers(MembershipRequest request) {
    commanded(request);
  }

  @Override
  public Members members() {
    return members;
  }

  @Override
  public void takeSnapshot() {
    commanded("take a snapshot");
  }

  /** From now on the status is another one. */
  private void commanded(Object command) {
    statusJson = "{\"role\":\"leader\"}";
    events.add(command);
  }

  @Override
  public void tryLimits(BatchLimits limits, long nanos) {
    events.add("try %s for %d ns".formatted(limits, nanos));
  }

  @Override
  public SubscriptionListener subscriptions() {
    return hasSubscriptions ? this : null;
  }

  @Override
  public String terms() {
    return TERMS;
  }

  @Override
  public boolean onSubscribe(ClientConnection from, Subscribe subscribe) {
    subscriber = from;
    return take(subscribe);
  }

  @Override
  public boolean onCredit(ClientConnection from, long bytes) {
    return take(new Credit(bytes));
  }

  @Override
  public boolean onFetchSnapshot(ClientConnection from, FetchSnapshot request) {
    return take(request);
  }

  @Override
  public boolean onQuorumRead(ClientConnection from, QuorumRead request) {
    return take(request);
  }

  private boolean take(Object frame) {
    events.add(frame);
    return takesSubscribers;
  }

  @Override
  public void onUnsubscribed(ClientConnection from) {
    events.add("unsubscribed");
  }

  @Override
  public void onSession(ClientConnection from, long session) {
    events.add(new Began(session, from));
  }

  @Override
  public void onWantEvents(ClientConnection from, WantEvents wanted) {
    events.add(wanted);
  }

  @Override
  public void onClosed(ClientConnection connection) {
    events.add(new Closed(connection));
    if (forgets) {
      connection.forgotten();
    }
  }

  @Override
  public void onTakesReplies(ClientConnection connection) {
    events.add(new TakesReplies(connection));
  }

  @Override
  public void onBug(Throwable bug) {
    events.add(bug);
  }

  Object next() throws InterruptedException {
    Object event = events.poll(10, TimeUnit.SECONDS);
    assertThat(event).as("an event in time").isNotNull();
    return event;
  }

  /** The connection on which {@code session} has begun, which must be what comes next. */
  ClientConnection nextSession(long session) throws InterruptedException {
    Object event = next();
    assertThat(event).isInstanceOf(Began.class);
    assertThat(((Began) event).session()).isEqualTo(session);
    return ((Began) event).on();
  }

  void expect(Object event) throws InterruptedException {
    assertThat(next()).isEqualTo(event);
  }
}
