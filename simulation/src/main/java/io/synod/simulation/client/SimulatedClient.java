package io.synod.simulation.client;

import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.synod.client.RequestFailedException;
import io.synod.client.RequestUnknownException;
import io.synod.client.SynodClient;
import io.synod.core.settings.Consistency;
import io.synod.service.ServiceException;
import io.synod.simulation.check.Answer;
import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.check.Violation;
import io.synod.simulation.host.SimulatedHost;
import io.synod.simulation.host.SimulatedNet;
import io.synod.simulation.host.SimulatedSockets;
import io.synod.simulation.host.SimulatedThread;
import io.synod.simulation.host.Threads;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Seeds;
import io.synod.simulation.scheduler.SkewedClock;
import io.synod.simulation.scheduler.Trace;
import io.synod.simulation.service.Command;
import io.synod.simulation.service.ServicePlan;
import io.synod.simulation.service.UserService;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * A process that uses the production client: requests through the log, several at a time, and reads
 * outside it. After a request with an unknown outcome it continues with another one.
 */
public final class SimulatedClient {
  private static final int SKEW_PPM_MAX = 20_000;
  private static final long CLOSING_NANOS = 500_000_000;
  private static final double SLOWEST_CLOCK = 1.03;

  // A refusal names it if that is why.
  private static final String CONNECTIONS_SETTING = "network.max-connections";

  // An age that is short compared to a few messages' delay.
  private static final long SHORT_NANOS = 4_000_000;

  private final int number;
  private final Shared shared;
  private final CommandSource commands;
  private final SplittableRandom random;
  private final SplittableRandom rare;
  private final ClientSettingsDraw settings;
  private final InvalidRequests invalid;
  private SimulatedHost host;
  private EventLoop loop;
  private SynodClient client;

  // Null if no thread of it blocks.
  private WaitingCalls waiting;

  // Null if the service publishes no events, and for clients that only read.
  private EventWatch watch;

  // Identifies the client's session in payloads and checks.
  private long session;
  private int sessions;
  private long sequence;
  private int issued;
  private int unanswered;
  private int queries;
  private boolean queryIsOpen;

  /**
   * The objects that all clients of one simulation share.
   *
   * @param replicas their addresses
   * @param falseReplica the address of a false replica that some clients use; null if there is none
   * @param service what it does
   * @param mayWait whether some clients wait for space and for answers, on a thread that may block
   * @param onFailure receives exceptions of checks in a client's callbacks
   */
  public record Shared(
      Scheduler scheduler,
      Trace trace,
      ClusterChecks checks,
      History history,
      Threads threads,
      SimulatedNet net,
      Seeds seeds,
      Workload workload,
      int paddingBytesMax,
      String cluster,
      List<InetSocketAddress> replicas,
      InetSocketAddress falseReplica,
      ServicePlan service,
      boolean mayWait,
      Consumer<Throwable> onFailure) {

    /** For clients that only read, often, and stay with the replica that answers. */
    public Shared reading(int queries) {
      return with(workload.reading(queries), replicas);
    }

    /** For clients that only read, at a learner. */
    public Shared readingAt(InetSocketAddress learner) {
      return with(workload.reading(workload.queries()), List.of(learner));
    }

    boolean isOfLearner() {
      return replicas.size() == 1 && workload.requests() == 0;
    }

    private Shared with(Workload other, List<InetSocketAddress> addresses) {
      return new Shared(
          scheduler,
          trace,
          checks,
          history,
          threads,
          net,
          seeds,
          other,
          paddingBytesMax,
          cluster,
          addresses,
          falseReplica,
          service,
          mayWait,
          onFailure);
    }
  }

  private record Sent(
      SynodClient asked,
      EventWatch watch,
      long session,
      long sequence,
      int call,
      boolean isQuery) {}

  public SimulatedClient(int number, Shared shared) {
    this.number = number;
    this.shared = shared;
    random = shared.seeds().random("client", number);
    rare = shared.seeds().random("rare deeds of a client", number);
    invalid = new InvalidRequests(rare, shared.onFailure());
    // The first client measures the latency at the end.
    boolean isPlain = number == 0 || shared.seeds().random("plain clients").nextBoolean();
    settings =
        new ClientSettingsDraw(
            shared.seeds().random("settings of a client", number), shared, isPlain);
    commands = new CommandSource(number, shared.workload().keys(), random);
  }

  /** The machine on which client {@code number} runs. */
  public static String address(int number) {
    return "10.0.1." + (1 + number);
  }

  public void start() {
    begin();
    think(this::request);
    think(this::query);
  }

  /** The session of its current process that is open; 0 if there is none that listens. */
  public long openSession() {
    return watch == null ? 0 : watch.session();
  }

  /** Events that it has received of that session. */
  public long receivedEvents() {
    return watch.received();
  }

  /** Whether all requests are sent and answered. */
  public boolean isDone() {
    return issued == shared.workload().requests()
        && unanswered == 0
        && queries == shared.workload().queries()
        && !queryIsOpen;
  }

  /** Sends more requests, one after the other, after all others are answered. */
  public void measure(int requests, LongConsumer answeredAfterNanos) {
    measure(requests, false, answeredAfterNanos);
  }

  /**
   * The client may have to connect for its first request, and for one after a request of unknown
   * outcome, which may be that of a new process.
   */
  private void measure(int requests, boolean isConnected, LongConsumer answeredAfterNanos) {
    if (requests == 0) {
      return;
    }
    long began = shared.scheduler().now();
    send(
        commands.request(),
        isKnown -> {
          boolean counts = isKnown && isConnected;
          if (counts) {
            answeredAfterNanos.accept(shared.scheduler().now() - began);
          }
          measure(counts ? requests - 1 : requests, isKnown, answeredAfterNanos);
        });
  }

  /** Ends its process, and its session if clients close theirs. */
  public void end() {
    watch = null;
    if (shared.workload().closes()) {
      close();
    } else {
      host.kill();
    }
  }

  /** Closes its session; its process ends soon. */
  private void close() {
    SynodClient closing = client;
    if (rare.nextBoolean()) {
      loop.execute(closing::close);
    } else {
      new SimulatedThread(host, "main").soon(() -> invalid.sendAfterClose(closing));
    }
    shared.scheduler().after(CLOSING_NANOS, host::kill);
  }

  /** Starts another process in place of the previous one. */
  private void renew() {
    host.kill();
    begin();
  }

  private void begin() {
    long now = random.nextLong(1L << 50);
    int skew = random.nextInt(-SKEW_PPM_MAX, SKEW_PPM_MAX + 1);
    host = shared.threads().process(new SkewedClock(now, skew, 0), random.split());
    // The first client measures the latency at the end.
    waiting = shared.mayWait() && number > 0 ? new WaitingCalls(host, rare) : null;
    WriteBufferWaterMark narrow = waiting == null ? null : waiting.narrow();
    SimulatedSockets sockets = new SimulatedSockets(host, shared.net(), address(number), narrow);
    loop = sockets.eventLoops(1, "client").next();
    boolean listens = shared.service().eventBytesMax() > 0 && shared.workload().requests() > 0;
    watch = listens ? new EventWatch(shared.onFailure()) : null;
    client = settings.build(loop, number, watch);
    if (waiting != null) {
      waiting.awaitReady(client);
    }
    beginSession();
    unanswered = 0;
    queryIsOpen = false;
  }

  private void beginSession() {
    session = Trace.mix(Trace.mix(0, number + 1L), ++sessions);
    sequence = 0;
  }

  private void think(Runnable next) {
    long nanos = shared.workload().thinkNanos();
    shared.scheduler().after(random.nextLong(nanos / 4, 1 + nanos), next);
  }

  private void request() {
    if (issued < shared.workload().requests()) {
      if (unanswered < shared.workload().outstanding()) {
        issued++;
        send(commands.request(), this::leave);
        invalid.sendSometimes(client);
        vanish();
      }
      think(this::request);
    }
  }

  /** Sometimes a client vanishes, and its requests no longer matter. */
  private void vanish() {
    if (random.nextDouble() < shared.workload().vanishing()) {
      shared.trace().event(-1, "client vanishes", this);
      renew();
    }
  }

  /** Sometimes a client without open requests closes its session. */
  private void leave(boolean isKnown) {
    double share = shared.workload().leaving();
    if (isKnown && unanswered == 0 && !queryIsOpen && share > 0 && random.nextDouble() < share) {
      shared.trace().event(-1, "client leaves", this);
      close();
      begin();
    }
  }

  private void send(Command command, Consumer<Boolean> ended) {
    unanswered++;
    long at = ++sequence;
    long of = session;
    int call = shared.history().invoked(new History.Origin(number, of, at), command);
    // Reads go through the log both as queries and as requests.
    boolean isQuery = command.isRead() && at % 2 == 0;
    byte[] payload = command.encode(of, at, more(isQuery));
    // The service does not see queries.
    Sent sent = new Sent(client, isQuery ? null : watch, of, at, call, isQuery);
    if (sent.watch != null) {
      watch.sent(of, at);
    }
    BiConsumer<byte[], Throwable> end =
        (bytes, failure) -> checked(() -> ended(sent, bytes, failure, ended));
    if (waiting != null) {
      waiting.send(client, payload, sent.isQuery, sent.watch != null, end);
    } else if (sent.isQuery) {
      client.query(payload, Consistency.LOG).whenComplete(end);
    } else {
      client.send(payload).whenComplete(end);
    }
  }

  /** The bytes behind the command: a request of the user's service, or zeros. */
  private byte[] more(boolean isQuery) {
    UserService user = shared.service().user();
    return user == null
        ? new byte[commands.padding(shared.paddingBytesMax())]
        : user.draw(random, isQuery);
  }

  private void ended(Sent sent, byte[] bytes, Throwable failure, Consumer<Boolean> ended) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (sent.watch != null) {
      sent.watch.ended(
          sent.session, sent.sequence, cause == null || cause instanceof ServiceException);
    }
    if (cause instanceof RequestUnknownException || cause instanceof RequestFailedException) {
      shared.trace().event(-1, "client does not know", cause.getMessage());
      if (cause instanceof RequestFailedException && !sent.isQuery) {
        // A query that may have been executed has failed too: it changes nothing.
        shared.checks().executions().failed(sent.session, sent.sequence);
      }
      goOn(sent);
      ended.accept(false);
      return;
    }
    Answer answer = answer(bytes, cause);
    shared.trace().event(-1, "client is answered", answer);
    shared
        .checks()
        .executions()
        .acknowledged(sent.session, sent.sequence, answer, shared.scheduler().now());
    commands.saw(shared.history().returned(sent.call, answer));
    if (sent.asked == client) {
      unanswered--;
    }
    ended.accept(true);
  }

  /** Continues after a request of unknown outcome, in another process or in this one. */
  private void goOn(Sent sent) {
    if (sent.asked != client) {
      return;
    }
    if (rare.nextBoolean()) {
      unanswered--;
      if (sent.session == session) {
        // Later requests may be executed before the unanswered one.
        beginSession();
      }
    } else {
      renew();
    }
  }

  private static Answer answer(byte[] bytes, Throwable cause) {
    if (cause instanceof ServiceException refusal) {
      return new Answer(refusal.getMessage().getBytes(StandardCharsets.UTF_8), true);
    }
    if (cause != null) {
      throw new Violation("a client ends a request with %s", cause);
    }
    return new Answer(bytes, false);
  }

  private void query() {
    if (queries == shared.workload().queries()) {
      return;
    }
    if (!queryIsOpen) {
      queries++;
      ask(commands.query(), consistency());
    }
    think(this::query);
  }

  private void ask(Command command, Consistency consistency) {
    queryIsOpen = true;
    boolean isLinearizable =
        consistency == Consistency.LEADER
            || consistency == Consistency.LEASE
            || consistency == Consistency.QUORUM;
    long mustSee = mustSee(consistency);
    SynodClient asked = client;
    int call =
        isLinearizable
            ? shared.history().invoked(new History.Origin(number, 0, queries), command)
            : -1;
    client
        .query(command.encode(0, mustSee, moreOfQuery()), consistency)
        .whenComplete(
            (bytes, failure) ->
                checked(
                    () -> {
                      checkQuery(asked, failure);
                      queryIsOpen &= asked != client;
                      if (failure == null && call >= 0) {
                        shared.history().returned(call, new Answer(bytes, false));
                      }
                    }));
  }

  /**
   * A query may time out, unless its client waits as long as it takes; and all replicas may have as
   * many connections as they accept.
   */
  private void checkQuery(SynodClient asked, Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    boolean isAllowed =
        cause instanceof RequestFailedException
            && (asked != client
                || !settings.isPlain()
                || cause.getMessage().contains(CONNECTIONS_SETTING));
    if (cause != null && !isAllowed) {
      throw new Violation("a client ends a query with %s", cause);
    }
  }

  private byte[] moreOfQuery() {
    return shared.service().user() == null ? new byte[0] : more(true);
  }

  private Consistency consistency() {
    long most = shared.workload().timeoutNanos() / 2;
    long bound = random.nextBoolean() ? most : Math.min(most, SHORT_NANOS);
    // A learner never leads.
    return switch (random.nextInt(shared.isOfLearner() ? 6 : 10)) {
      case 0, 1, 2 -> Consistency.QUORUM;
      case 3, 4 -> Consistency.bounded(Duration.ofNanos(random.nextLong(1, bound)));
      case 5 -> Consistency.STALE;
      default ->
          shared.workload().byLease() && queries % 2 == 0 ? Consistency.LEASE : Consistency.LEADER;
    };
  }

  /** The slots before this one were acknowledged, and the answer must include them. */
  private long mustSee(Consistency consistency) {
    return switch (consistency.kind()) {
      case LOG, LEADER, LEASE, QUORUM -> shared.checks().executions().acknowledgedEnd();
      case BOUNDED -> {
        double age = consistency.boundNanos() * SLOWEST_CLOCK;
        yield shared.checks().executions().acknowledgedEnd(shared.scheduler().now() - (long) age);
      }
      case STALE -> 0;
    };
  }

  /** A future swallows its callbacks' exceptions. */
  private void checked(Runnable callback) {
    try {
      callback.run();
    } catch (RuntimeException | Error failure) {
      shared.onFailure().accept(failure);
    }
  }

  @Override
  public String toString() {
    return "client %d: %d of %d requests issued, %d unanswered, %d queries%s%s"
        .formatted(
            number,
            issued,
            shared.workload().requests(),
            unanswered,
            queries,
            queryIsOpen ? ", the last one unanswered" : "",
            watch == null ? "" : ", " + watch);
  }
}
