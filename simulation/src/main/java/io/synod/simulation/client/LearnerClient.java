package io.synod.simulation.client;

import io.synod.core.execution.ReplyStatus;
import io.synod.core.settings.Consistency;
import io.synod.simulation.check.Answer;
import io.synod.simulation.check.Violation;
import io.synod.simulation.service.Command;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** A client that reads at one learner only, one read after the other, until each is answered. */
public final class LearnerClient {
  private static final int CLIENTS_BEFORE = 1_000;
  private static final long WAY_NANOS_MAX = 500_000;

  private final int learner;
  private final Clients clients;
  private final Consumer<Read> port;
  private final CommandSource commands;
  private final SplittableRandom random;
  private Consistency consistency;
  private byte[] payload;
  private long number;
  private boolean unanswered;
  private int call = -1;
  private long attempts;

  /** A read on its way; answered at most once, or never. */
  public final class Read {
    private final long attempt;
    private final long ofNumber = number;
    private final Consistency asked = consistency;
    private final ByteBuffer query = ByteBuffer.wrap(payload).asReadOnlyBuffer();

    private Read(long attempt) {
      this.attempt = attempt;
    }

    public long number() {
      return ofNumber;
    }

    public Consistency consistency() {
      return asked;
    }

    public ByteBuffer query() {
      return query;
    }

    public void answer(ReplyStatus status, byte[] answer) {
      later(() -> onAnswer(attempt, status, answer));
    }
  }

  /**
   * @param port where the learner takes reads
   */
  public LearnerClient(int learner, Clients clients, Consumer<Read> port) {
    this.learner = learner;
    this.clients = clients;
    this.port = port;
    random = clients.seeds().random("learner's client", learner);
    int self = CLIENTS_BEFORE + learner;
    commands = new CommandSource(self, clients.workload().keys(), random);
  }

  public void start() {
    think();
  }

  /** Whether everything was asked and answered. */
  public boolean isDone() {
    return number == clients.workload().queries() && !unanswered;
  }

  private void think() {
    if (number < clients.workload().queries()) {
      long nanos = clients.workload().thinkNanos();
      clients.scheduler().after(random.nextLong(nanos / 4, nanos), this::next);
    }
  }

  private void next() {
    number++;
    Command command = commands.query();
    payload = command.encode(0, number, 0);
    consistency = consistency();
    unanswered = true;
    if (consistency == Consistency.QUORUM) {
      History.Origin origin = new History.Origin(CLIENTS_BEFORE + learner, 0, number);
      call = clients.history().invoked(origin, command);
    }
    ask();
  }

  private Consistency consistency() {
    long bound = clients.workload().timeoutNanos();
    return switch (random.nextInt(5)) {
      case 0, 1 -> Consistency.bounded(Duration.ofNanos(random.nextLong(1, bound)));
      case 2 -> Consistency.STALE;
      default -> Consistency.QUORUM;
    };
  }

  private void ask() {
    long attempt = ++attempts;
    Read read = new Read(attempt);
    later(() -> port.accept(read));
    clients.scheduler().after(clients.workload().timeoutNanos(), () -> askAgain(attempt));
  }

  private void askAgain(long attempt) {
    if (attempt == attempts && unanswered) {
      ask();
    }
  }

  private void onAnswer(long attempt, ReplyStatus status, byte[] answer) {
    if (attempt != attempts || !unanswered) {
      return;
    }
    switch (status) {
      case OK -> {
        if (call >= 0) {
          clients.history().returned(call, new Answer(answer, false));
        }
        call = -1;
        unanswered = false;
        think();
      }
      case BUSY, NOT_LEADER -> {
        long nanos = clients.workload().timeoutNanos() / 8;
        clients.scheduler().after(random.nextLong(nanos, 2 * nanos), () -> askAgain(attempt));
      }
      default ->
          throw new Violation("read %d at learner %d is answered %s", number, learner, status);
    }
  }

  private void later(Runnable arrival) {
    clients.scheduler().after(random.nextLong(WAY_NANOS_MAX), arrival);
  }

  @Override
  public String toString() {
    return "%d reads%s".formatted(number, unanswered ? ", the last one unanswered" : "");
  }
}
