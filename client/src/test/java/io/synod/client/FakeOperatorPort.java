package io.synod.client;

import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import io.synod.core.membership.MembershipRequest;
import io.synod.core.session.SessionLimits;
import io.synod.core.settings.SessionSettings;
import io.synod.network.wire.ChangeMembers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A cluster whose leader answers as a test says; replica N listens at {@code r:N+1}. */
final class FakeOperatorPort implements OperatorPort {
  /** In place of a refusal: the leader still checks the change. */
  static final String NO_ANSWER_YET = "no answer yet";

  final TreeSet<Integer> members = new TreeSet<>(List.of(0, 1, 2));

  /** Replicas that were members before. */
  final TreeSet<Integer> former = new TreeSet<>();

  final List<MembershipRequest> asked = new ArrayList<>();
  final List<Integer> movedTo = new ArrayList<>();
  final List<List<Integer>> upgrades = new ArrayList<>();

  /** The newest version of the service that each connected replica knows. */
  final TreeMap<Integer, Integer> newestService = new TreeMap<>(Map.of(0, 1, 1, 1, 2, 1));

  String cluster = "fake";
  int service = 1;
  final List<SessionLimits> limitsAsked = new ArrayList<>();
  SessionLimits limits = SessionLimits.first(new SessionSettings(60_000, 64, 100));

  /** Replicas that do not answer, unless they lead. */
  final TreeSet<Integer> silent = new TreeSet<>(List.of(1, 2));

  /** Members that have not joined yet. */
  final TreeSet<Integer> joining = new TreeSet<>();

  /** What happens at each pause, in order. */
  final ArrayDeque<Runnable> events = new ArrayDeque<>();

  /** Refusals of the next changes, in order; an empty one accepts the change. */
  final ArrayDeque<String> refusals = new ArrayDeque<>();

  /** The request does not arrive where it is handled, and the leader is another one then. */
  boolean losesRequests;

  /** The request arrives, and its answer is lost. */
  boolean losesAnswers;

  int leader;
  long round = 1;
  long number = 4;
  long next = -1;
  boolean settled = true;
  int alpha = 64;
  long transfers;
  String transferFailure;
  private long changes;
  private String changeFailure;
  private long nowNanos;

  @Override
  public Future<String> status(InetSocketAddress replica, Duration timeout) {
    try {
      return ImmediateEventExecutor.INSTANCE.newSucceededFuture(report(replica));
    } catch (IOException failure) {
      return ImmediateEventExecutor.INSTANCE.newFailedFuture(failure);
    }
  }

  private String report(InetSocketAddress replica) throws IOException {
    int id = replica.getPort() - 1;
    if (id != leader && silent.contains(id)) {
      throw new IOException("r:%d: Connection refused".formatted(id + 1));
    }
    String listed =
        members.stream()
            .map(
                member ->
                    "{\"number\":%d,\"peer\":\"p:%d\",\"client\":\"127.0.0.1:%d\",\"priority\":0}"
                        .formatted(member, member + 1, member + 1))
            .collect(Collectors.joining(","));
    String pending = next < 0 ? "null" : "{\"number\":%d,\"first\":900}".formatted(next);
    String builds =
        newestService.entrySet().stream()
            .map(
                one ->
                    """
                    {"replica":%d,"software":"0.1.0","lowestLevel":1,"highestLevel":1,
                    "oldestService":1,"newestService":%d}"""
                        .formatted(one.getKey(), one.getValue()))
            .collect(Collectors.joining(","));
    return """
        {"cluster":"%s","replica":%d,"role":"%s","view":"%d.%d","leader":%d,"transfer":%s,"change":%s,
        "version":{"level":1,"service":%d},"builds":[%s],"sessionLimits":%s,
        "membership":{"number":%d,"first":17,"alpha":%d,"settled":%s,"phase1":0,"phase2":0,"next":%s,
        "former":%s,"members":[%s]}}"""
        .formatted(
            cluster,
            id,
            id == leader ? "leader" : joining.contains(id) ? "recovering" : "follower",
            round,
            Math.max(0, leader),
            leader,
            outcomes(transfers, transferFailure),
            outcomes(changes, changeFailure),
            service,
            builds,
            limits(),
            number,
            alpha,
            settled,
            pending,
            former,
            listed);
  }

  private String limits() {
    SessionSettings settings = limits.settings();
    return """
        {"number":%d,"idleMillis":%d,"outstanding":%d,"sessions":%d,"answerBytes":%d,"keptBytes":%d,
        "allKeptBytes":%d,"eventBytes":%d}"""
        .formatted(
            limits.number(),
            settings.idleMillis(),
            settings.outstandingMax(),
            settings.sessionsMax(),
            settings.answers().largestBytes(),
            settings.answers().sessionBytes(),
            settings.answers().allBytes(),
            settings.eventBytesMax());
  }

  private static String outcomes(long count, String failure) {
    return "{\"count\":%d,\"failure\":%s}"
        .formatted(count, failure == null ? "null" : "\"" + failure + "\"");
  }

  @Override
  public String change(InetSocketAddress to, ChangeMembers change, Duration timeout)
      throws IOException {
    String before = report(to);
    asked.add(change.request());
    if (losesRequests) {
      losesRequests = false;
      silent.remove(leader);
      leader = 1;
      round++;
      return before;
    }
    String refusal = refusals.isEmpty() ? "" : refusals.poll();
    if (refusal.equals(NO_ANSWER_YET)) {
      return before;
    }
    changes++;
    changeFailure = refusal.isEmpty() ? null : refusal;
    if (refusal.isEmpty() && !change.request().isDryRun()) {
      next = change.request().number();
    }
    if (losesAnswers) {
      losesAnswers = false;
      throw new IOException("Connection reset");
    }
    return before;
  }

  @Override
  public String move(InetSocketAddress to, int wanted, Duration timeout) throws IOException {
    movedTo.add(wanted);
    return report(to);
  }

  @Override
  public String upgrade(InetSocketAddress to, int level, int service, Duration timeout)
      throws IOException {
    String before = report(to);
    upgrades.add(List.of(level, service));
    String refusal = refusals.isEmpty() ? "" : refusals.poll();
    if (!refusal.isEmpty()) {
      throw new IOException(refusal);
    }
    return before;
  }

  @Override
  public String changeLimits(InetSocketAddress to, SessionLimits wanted, Duration timeout)
      throws IOException {
    String before = report(to);
    limitsAsked.add(wanted);
    String refusal = refusals.isEmpty() ? "" : refusals.poll();
    if (!refusal.isEmpty()) {
      throw new IOException(refusal);
    }
    return before;
  }

  /** The change that was accepted begins, with these members. */
  void enter(Integer... replicas) {
    number++;
    next = -1;
    settled = false;
    members.clear();
    members.addAll(Arrays.asList(replicas));
  }

  void elect(int replica) {
    leader = replica;
    round++;
  }

  @Override
  public Promise<Void> promise() {
    return ImmediateEventExecutor.INSTANCE.newPromise();
  }

  /** All replicas answer at once. */
  @Override
  public boolean await(Future<?> end, long millisMax) {
    if (!end.isDone()) {
      throw new IllegalStateException("nothing completes it");
    }
    return true;
  }

  @Override
  public void close() {
    // Nothing is open.
  }

  @Override
  public long nanoTime() {
    return nowNanos;
  }

  @Override
  public void pause(long millis) {
    nowNanos += millis * 1_000_000;
    if (!events.isEmpty()) {
      events.poll().run();
    }
  }
}
