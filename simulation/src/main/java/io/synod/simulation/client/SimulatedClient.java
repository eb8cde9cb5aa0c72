package io.synod.simulation.client;

import io.synod.simulation.network.ServerFrame;
import java.util.SplittableRandom;

/** One client: a session's requests through the log, and reads beside it. */
public final class SimulatedClient implements ServerFrame.Visitor {
  private final LeaderGuess leader;
  private final SessionDriver session;
  private final QueryDriver queries;
  private final Clients clients;
  private final int self;

  public SimulatedClient(int self, Clients clients) {
    this.self = self;
    this.clients = clients;
    SplittableRandom random = clients.seeds().random("client", self);
    SplittableRandom reads = clients.seeds().random("reads", self);
    leader = new LeaderGuess(clients.replicas(), random.nextInt(clients.replicas()));
    CommandSource commands = new CommandSource(self, clients.workload().keys(), random);
    session = new SessionDriver(self, clients, leader, commands, random);
    queries = new QueryDriver(self, clients, leader, commands, random, reads);
  }

  public void start() {
    session.start();
    queries.start();
  }

  public void receive(int replica, ServerFrame frame) {
    frame.visit(replica, this);
  }

  @Override
  public void onReply(int replica, ServerFrame.Reply frame) {
    clients.trace().event(-1, "client is answered", frame);
    clients.trace().add(Long.hashCode(frame.sequence()) + 31L * self + frame.status().code());
    if (frame.session() == 0) {
      queries.onReply(replica, frame);
    } else {
      session.onReply(frame);
    }
  }

  @Override
  public void onBusy(int replica, ServerFrame.Busy frame) {
    clients.trace().event(-1, "client is refused", frame);
    session.onBusy(frame.session(), frame.first());
  }

  @Override
  public void onLeader(int replica, ServerFrame.Leader frame) {
    clients.trace().event(-1, "client is told", frame);
    if (leader.told(frame.view(), frame.leader())) {
      session.onMoved();
      queries.onMoved();
    }
  }

  /** Whether everything was asked and answered. */
  public boolean isDone() {
    return session.isDone() && queries.isDone();
  }

  @Override
  public String toString() {
    return "client %d asks replica %d: %s, %s".formatted(self, leader.replica(), session, queries);
  }
}
