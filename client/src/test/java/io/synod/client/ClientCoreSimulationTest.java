package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.Consistency;
import io.synod.network.transport.KnownAddresses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** The whole state machine against replicas that fail in every way the seed finds. */
final class ClientCoreSimulationTest {
  private static final int SEEDS = 120;
  private static final long MILLIS = 1_000_000;
  private static final long SECONDS = 1000 * MILLIS;
  private static final long TIMEOUT = 3 * SECONDS;
  private static final long FAULTS_END = 20 * SECONDS;
  private static final long CALM_AFTER = 10 * SECONDS;

  @Test
  void every_request_ends_once_and_truthfully_whatever_the_cluster_does() throws Exception {
    int lostSessions = 0;
    Map<String, Integer> ends = new HashMap<>();
    for (long seed = 1; seed <= SEEDS; seed++) {
      Run run = new Run(seed);
      run.play();
      run.check(ends);
      lostSessions += run.cluster.sessions.opened() - 1;
    }
    // The faults were faults: every kind of end has occurred, and sessions were lost.
    assertThat(ends).containsKeys("answer", "RequestFailedException", "RequestUnknownException");
    assertThat(lostSessions).isGreaterThan(SEEDS / 10);
  }

  private static final class Run {
    private final long seed;
    private final VirtualTime time = new VirtualTime();
    private final SplittableRandom random;
    private final SimulatedCluster cluster;
    private final ClientCore core;
    private final List<Request> requests = new ArrayList<>();
    private final List<Request> queries = new ArrayList<>();
    private final Map<Request, Long> endedAt = new HashMap<>();
    private final Map<Request, Integer> seenBefore = new HashMap<>();
    private int acknowledged;
    private long wakeUpAt = Long.MAX_VALUE;
    private int calmFrom;
    private long held;

    private Run(long seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.cluster = new SimulatedCluster(time, random.split());
      ClientTiming timing = new ClientTiming(TIMEOUT, SECONDS / 2, SECONDS / 2, 5 * SECONDS);
      this.core =
          new ClientCore(
              cluster,
              new KnownAddresses(SimulatedCluster.addresses()),
              SimulatedCluster.OUTSTANDING,
              timing,
              null,
              new Readiness(null),
              weight -> held -= weight,
              random.nextLong());
      cluster.serve(core, this::turn);
    }

    private void play() {
      time.after(0, this::turn);
      submitUntil(FAULTS_END + 10 * SECONDS);
      faults();
      time.at(FAULTS_END, cluster::heal);
      time.at(FAULTS_END + CALM_AFTER, () -> calmFrom = requests.size());
      long end = FAULTS_END + 30 * SECONDS;
      time.runUntil(end);
      core.close("end", time.now());
      time.runUntil(end + 5 * SECONDS);
    }

    private void turn() {
      core.advance(time.now());
      long wakeUp = core.nextWakeUpNanos();
      claim(wakeUp > time.now(), "nothing stays due", wakeUp);
      if (wakeUp < wakeUpAt) {
        wakeUpAt = wakeUp;
        time.at(wakeUp, this::wakeUp);
      }
    }

    private void wakeUp() {
      if (time.now() >= wakeUpAt) {
        wakeUpAt = Long.MAX_VALUE;
        turn();
      }
    }

    private void submitUntil(long end) {
      if (time.now() < end) {
        time.after(random.nextLong(40 * MILLIS), () -> submitUntil(end));
      }
      for (int count = random.nextInt(6); count > 0; count--) {
        submit();
      }
      turn();
    }

    private void submit() {
      boolean query = random.nextInt(5) == 0;
      List<Request> kind = query ? queries : requests;
      byte[] payload =
          random.nextInt(200) == 0
              ? new byte[SimulatedCluster.PAYLOAD_BYTES + 1]
              : SimulatedSessions.payload(kind.size());
      Request request =
          query ? Request.query(payload, Consistency.LEADER) : Request.update(payload);
      kind.add(request);
      seenBefore.put(request, acknowledged);
      held += Intake.weight(request);
      request.whenComplete(
          (answer, failure) -> {
            assertThat(endedAt.put(request, time.now())).isNull();
            acknowledged += !query && failure == null ? 1 : 0;
          });
      core.submit(request, time.now());
    }

    private void faults() {
      time.after(
          random.nextLong(600 * MILLIS),
          () -> {
            if (time.now() < FAULTS_END) {
              fault();
              faults();
            }
          });
    }

    private void fault() {
      int replica = random.nextInt(SimulatedCluster.REPLICAS);
      switch (random.nextInt(12)) {
        case 0, 1, 2 -> cluster.electAnother();
        case 3, 4 -> cluster.dropConnection();
        case 5, 6 -> cluster.silence(replica, random.nextLong(3 * SECONDS));
        case 7, 8 -> cluster.takeDown(replica, random.nextLong(2 * SECONDS));
        case 9, 10 -> cluster.busy(random.nextInt(3) * 0.4);
        default -> {
          if (random.nextInt(4) == 0) {
            cluster.sessions.expireAll();
          }
        }
      }
    }

    private void check(Map<String, Integer> ends) throws InterruptedException {
      List<Long> executed = cluster.sessions.executed;
      assertThat(executed).as("seed %d: at most once, in order", seed).isSorted();
      assertThat(new HashSet<>(executed)).as("seed %d: at most once", seed).hasSameSizeAs(executed);
      HashSet<Long> executedOnce = new HashSet<>(executed);
      for (int number = 0; number < requests.size(); number++) {
        Request request = requests.get(number);
        String end = end(request, -number);
        ends.merge(end, 1, Integer::sum);
        boolean wasExecuted = executedOnce.contains((long) number);
        claim(wasExecuted || !end.equals("answer"), "what is answered was executed", number);
        claim(
            !wasExecuted || !end.equals("RequestFailedException"),
            "what has failed was not executed",
            number);
        boolean tooLarge = request.payload().length > SimulatedCluster.PAYLOAD_BYTES;
        claim(
            number < calmFrom || tooLarge || end.equals("answer"),
            "without faults everything is answered",
            number);
      }
      checkQueries();
      assertThat(held).as("seed %d: weight of what is forgotten", seed).isZero();
      assertThat(cluster.sessions.open()).as("seed %d: open sessions", seed).isLessThan(2);
    }

    private String end(Request request, long answer) throws InterruptedException {
      claim(request.isDone(), "every request ends", -answer);
      checkDeadline(request);
      try {
        byte[] reply = request.get();
        claim(SimulatedSessions.number(reply) == answer, "the answer is its own", answer);
        return "answer";
      } catch (ExecutionException failure) {
        return failure.getCause().getClass().getSimpleName();
      }
    }

    private void checkQueries() throws InterruptedException {
      for (Request query : queries) {
        claim(query.isDone(), "every query ends", query.deadlineNanos);
        checkDeadline(query);
        try {
          long seen = SimulatedSessions.number(query.get());
          claim(seen >= seenBefore.get(query), "a query sees what was answered before it", seen);
        } catch (ExecutionException failure) {
          claim(
              failure.getCause() instanceof RequestFailedException, "queries are never unknown", 0);
        }
      }
    }

    private void checkDeadline(Request request) {
      long at = endedAt.get(request);
      claim(at <= request.deadlineNanos, "every request ends in time", at);
    }

    private void claim(boolean holds, String claim, long value) {
      if (!holds) {
        throw new AssertionError("seed %d: not so: %s (%d)".formatted(seed, claim, value));
      }
    }
  }
}
