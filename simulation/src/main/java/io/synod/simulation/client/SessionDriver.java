package io.synod.simulation.client;

import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import io.synod.simulation.check.Answer;
import io.synod.simulation.check.Violation;
import io.synod.simulation.network.ClientFrame;
import io.synod.simulation.network.ServerFrame;
import io.synod.simulation.scheduler.Trace;
import io.synod.simulation.service.Command;
import java.util.SplittableRandom;

/**
 * A client's requests through the log: opens a session, keeps several requests outstanding, and
 * sends what is unanswered again when it is refused, sent elsewhere or not answered in time. An
 * expired session's requests stay unknown, and a new session goes on.
 */
final class SessionDriver {
  private static final int FRAME_ENTRIES_MAX = 3;
  private static final int PADDING_BYTES_MAX = 40;
  private static final int TIMEOUTS_MAX = 8;

  private final int client;
  private final Clients clients;
  private final LeaderGuess leader;
  private final CommandSource commands;
  private final SplittableRandom random;
  private final SplittableRandom vanishing;
  private final LateCopies copies;

  private Phase phase = Phase.OPENING;
  private int sessions;
  private Outstanding outstanding;
  private int issued;
  // Sequences before this one were sent to the replica that is asked now.
  private long sentEnd;
  private boolean backingOff;
  private long lastHeardNanos;
  private long lastSentNanos;

  private enum Phase {
    OPENING,
    ACTIVE,
    CLOSING,
    DONE
  }

  SessionDriver(
      int client,
      Clients clients,
      LeaderGuess leader,
      CommandSource commands,
      SplittableRandom random) {
    this.client = client;
    this.clients = clients;
    this.leader = leader;
    this.commands = commands;
    this.random = random;
    vanishing = clients.seeds().random("vanishing", client);
    copies = new LateCopies(client, clients, random);
  }

  void start() {
    open();
    watch();
  }

  /** Whether everything is answered, and every copy of a request is sent. */
  boolean isDone() {
    return phase == Phase.DONE && copies.areSent();
  }

  private void open() {
    long id = Trace.mix(Trace.mix(0, client + 1L), ++sessions);
    outstanding = new Outstanding(id, clients.scheduler().now());
    copies.opened();
    phase = Phase.OPENING;
    sentEnd = 1;
    resendAll();
  }

  void onMoved() {
    resendAll();
  }

  void onBusy(long session, long first) {
    if (session == outstanding.session()) {
      backOff(first);
    }
  }

  void onReply(ServerFrame.Reply reply) {
    boolean refused = reply.status() == ReplyStatus.SERVICE_ERROR;
    boolean executed = refused || reply.status() == ReplyStatus.OK;
    Answer answer = new Answer(reply.answer(), refused);
    if (executed && reply.sequence() > 0) {
      clients
          .checks()
          .acknowledged(reply.session(), reply.sequence(), answer, clients.scheduler().now());
    }
    if (reply.session() != outstanding.session() || phase == Phase.DONE) {
      return;
    }
    lastHeardNanos = clients.scheduler().now();
    if (reply.status() == ReplyStatus.SESSION_EXPIRED) {
      expired();
    } else if (reply.sequence() <= 0) {
      controlled(reply.sequence());
    } else if (reply.status() == ReplyStatus.OUT_OF_ORDER) {
      backOff(outstanding.first());
    } else if (executed) {
      answered(reply.sequence(), answer);
    } else {
      throw new Violation("a request is answered %s", reply.status());
    }
  }

  private void expired() {
    if (phase == Phase.CLOSING) {
      phase = Phase.DONE;
    } else {
      // Even one that opens may be over when the answer to that comes, or that comes again.
      open();
    }
  }

  private void controlled(long sequence) {
    if (sequence == BatchEntry.OPEN && phase == Phase.OPENING) {
      phase = Phase.ACTIVE;
      think();
    } else if (sequence == BatchEntry.CLOSE && phase == Phase.CLOSING) {
      phase = Phase.DONE;
      copies.over(leader.replica());
    }
  }

  private void answered(long sequence, Answer answer) {
    int call = outstanding.answered(sequence, clients.scheduler().now());
    if (call < 0) {
      return;
    }
    commands.saw(clients.history().returned(call, answer));
    sentEnd = Math.max(sentEnd, outstanding.first());
    if (phase == Phase.ACTIVE && issued == clients.workload().requests() && outstanding.isEmpty()) {
      finish();
    } else if (phase == Phase.ACTIVE && outstanding.isEmpty()) {
      leave();
    }
  }

  private void leave() {
    double share = clients.workload().leaving();
    if (share > 0 && vanishing.nextDouble() < share) {
      clients.trace().event(-1, "client leaves", this);
      open();
    }
  }

  private void finish() {
    phase = clients.workload().closes() ? Phase.CLOSING : Phase.DONE;
    if (phase == Phase.CLOSING) {
      copies.closing();
      resendAll();
    }
  }

  private void think() {
    Outstanding session = outstanding;
    clients
        .scheduler()
        .after(
            random.nextLong(clients.workload().thinkNanos() / 4, clients.workload().thinkNanos()),
            () -> {
              if (phase == Phase.ACTIVE && session == outstanding) {
                issue();
                vanish();
              }
            });
  }

  /** Now and then a client is gone, and what it has asked is of interest to nobody. */
  private void vanish() {
    boolean goesOn = issued < clients.workload().requests();
    if (goesOn && vanishing.nextDouble() < clients.workload().vanishing()) {
      clients.trace().event(-1, "client vanishes", this);
      open();
    }
  }

  private void issue() {
    if (issued == clients.workload().requests()) {
      if (outstanding.isEmpty()) {
        finish();
      } else if (!backingOff) {
        transmit();
      }
      return;
    }
    if (outstanding.size() < clients.workload().outstanding()) {
      issued++;
      Command command = commands.request();
      long sequence = outstanding.end();
      int padding = commands.padding(PADDING_BYTES_MAX);
      byte[] payload = command.encode(outstanding.session(), sequence, padding);
      History.Origin origin = new History.Origin(client, outstanding.session(), sequence);
      int call = clients.history().invoked(origin, command);
      // Reads go through the log as queries and as requests.
      boolean query = command.isRead() && sequence % 2 == 0;
      outstanding.add(payload, query, call, clients.scheduler().now());
      if (!backingOff && random.nextInt(3) > 0) {
        transmit();
      }
    } else if (!backingOff) {
      transmit();
    }
    think();
  }

  /** Sends what was not sent to the current replica, in frames of a few requests. */
  private void transmit() {
    while (sentEnd < outstanding.end()) {
      int left = (int) (outstanding.end() - sentEnd);
      int count = 1 + random.nextInt(Math.min(left, FRAME_ENTRIES_MAX));
      send(outstanding.frame(sentEnd, count));
      sentEnd += count;
    }
  }

  private void resendAll() {
    backingOff = false;
    switch (phase) {
      case OPENING -> send(outstanding.control(BatchEntry.OPEN));
      case CLOSING -> send(outstanding.control(BatchEntry.CLOSE));
      case ACTIVE -> {
        sentEnd = outstanding.first();
        transmit();
      }
      case DONE -> {}
    }
  }

  private void backOff(long from) {
    sentEnd = Math.max(outstanding.first(), Math.min(sentEnd, from));
    if (backingOff) {
      return;
    }
    backingOff = true;
    long nanos = clients.workload().timeoutNanos() / 10;
    clients
        .scheduler()
        .after(
            random.nextLong(nanos, 2 * nanos),
            () -> {
              if (backingOff && phase == Phase.ACTIVE) {
                backingOff = false;
                transmit();
              } else if (backingOff) {
                resendAll();
              }
            });
  }

  /** Tries elsewhere when nothing is heard, and keeps an idle session alive. */
  private void watch() {
    if (phase == Phase.DONE) {
      return;
    }
    long now = clients.scheduler().now();
    long timeout = clients.workload().timeoutNanos();
    boolean waits = phase != Phase.ACTIVE || !outstanding.isEmpty();
    // Who asks too much at once may never be answered; a session that opens will be, some time.
    boolean inVain =
        phase == Phase.ACTIVE
            && clients.workload().isGreedy(clients.session())
            && now - outstanding.sinceNanos() > TIMEOUTS_MAX * timeout;
    if (waits && inVain) {
      clients.trace().event(-1, "client gives up", this);
      open();
    } else if (waits && now - Math.max(lastHeardNanos, lastSentNanos) >= timeout) {
      leader.tryNext();
      resendAll();
    } else if (!waits
        && now - lastSentNanos > clients.workload().keepAliveNanos(clients.session())) {
      send(outstanding.keepAlive());
    }
    clients.scheduler().after(timeout / 4, this::watch);
  }

  private void send(ClientFrame.Requests frame) {
    lastSentNanos = clients.scheduler().now();
    clients.network().send(client, leader.replica(), frame);
    copies.sent(frame);
  }

  @Override
  public String toString() {
    return "%s session %x, %d of %d requests issued, [%d, %d) unanswered"
        .formatted(
            phase,
            outstanding.session(),
            issued,
            clients.workload().requests(),
            outstanding.first(),
            outstanding.end());
  }
}
