package io.synod.simulation.client;

import io.synod.core.settings.Consistency;
import io.synod.simulation.check.Answer;
import io.synod.simulation.check.Violation;
import io.synod.simulation.network.ClientFrame;
import io.synod.simulation.network.ServerFrame;
import io.synod.simulation.service.Command;
import java.time.Duration;
import java.util.SplittableRandom;

/** A client's reads outside the log, one after the other, each asked until it is answered. */
final class QueryDriver {
  private final int client;
  private final Clients clients;
  private final LeaderGuess leader;
  private final CommandSource commands;
  private final SplittableRandom random;
  private final SplittableRandom consistencies;
  private Consistency consistency;
  private boolean unanswered;
  private long number;
  private int call = -1;
  private byte[] payload;
  private long attempts;

  QueryDriver(
      int client,
      Clients clients,
      LeaderGuess leader,
      CommandSource commands,
      SplittableRandom random,
      SplittableRandom consistencies) {
    this.client = client;
    this.clients = clients;
    this.leader = leader;
    this.commands = commands;
    this.random = random;
    this.consistencies = consistencies;
  }

  void start() {
    think();
  }

  boolean isDone() {
    return number == clients.workload().queries() && !unanswered;
  }

  void onMoved() {
    if (unanswered && !consistency.isAnywhere()) {
      ask();
    }
  }

  void onReply(int replica, ServerFrame.Reply reply) {
    if (reply.sequence() != number || !unanswered) {
      return;
    }
    switch (reply.status()) {
      case OK -> answered(new Answer(reply.answer(), false));
      case BUSY -> retry();
      case NOT_LEADER -> {
        if (!consistency.isAnywhere()) {
          leader.notAt(replica);
        }
        retry();
      }
      default -> throw new Violation("query %d is answered %s", number, reply.status());
    }
  }

  private void answered(Answer answer) {
    if (call >= 0) {
      clients.history().returned(call, answer);
    }
    call = -1;
    unanswered = false;
    attempts++;
    think();
  }

  private void think() {
    if (number < clients.workload().queries()) {
      clients
          .scheduler()
          .after(
              random.nextLong(clients.workload().thinkNanos() / 4, clients.workload().thinkNanos()),
              this::next);
    }
  }

  private void next() {
    number++;
    Command command = commands.query();
    payload = command.encode(0, number, 0);
    consistency = consistency();
    unanswered = true;
    if (isLinearizable()) {
      call = clients.history().invoked(new History.Origin(client, 0, number), command);
    }
    ask();
  }

  private boolean isLinearizable() {
    return consistency == Consistency.LEADER || consistency == Consistency.QUORUM;
  }

  private Consistency consistency() {
    long bound = clients.workload().timeoutNanos() / 2;
    return switch (consistencies.nextInt(10)) {
      case 0, 1, 2 -> Consistency.QUORUM;
      case 3, 4 -> Consistency.bounded(Duration.ofNanos(consistencies.nextLong(1, bound)));
      case 5 -> Consistency.STALE;
      default -> Consistency.LEADER;
    };
  }

  private void ask() {
    long attempt = ++attempts;
    // Now and then asks anybody: a replica that was the leader must not take itself for it.
    boolean anybody = random.nextInt(4) == 0 || consistency.isAnywhere();
    int replica = anybody ? random.nextInt(clients.replicas()) : leader.replica();
    clients.network().send(client, replica, new ClientFrame.Query(number, consistency, payload));
    clients.scheduler().after(clients.workload().timeoutNanos(), () -> timeOut(attempt));
  }

  private void retry() {
    long attempt = attempts;
    long nanos = clients.workload().timeoutNanos() / 8;
    clients
        .scheduler()
        .after(
            random.nextLong(nanos, 2 * nanos),
            () -> {
              if (attempt == attempts) {
                ask();
              }
            });
  }

  private void timeOut(long attempt) {
    if (attempt == attempts) {
      if (!consistency.isAnywhere()) {
        leader.tryNext();
      }
      ask();
    }
  }

  @Override
  public String toString() {
    return "%d queries%s".formatted(number, unanswered ? ", the last one unanswered" : "");
  }
}
