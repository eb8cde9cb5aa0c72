package io.synod.simulation.host;

import io.synod.client.SynodClient;
import io.synod.replica.config.ThreadLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongFunction;

/**
 * Runs one seed: two clients write while machines lose power, processes are killed and paused, and
 * paths are cut; then everything is mended. No acknowledged write may be lost, a calm cluster must
 * answer soon, and all replicas must end in the same state. Takes and gives types of the JDK only,
 * so that those who hold other classes of the same names can use it.
 */
public final class HostedRun implements LongFunction<String> {
  private static final int REPLICAS = 3;
  private static final int ALL = (1 << REPLICAS) - 1;
  private static final int CLIENTS = 2;
  private static final int FAULTS = 15;
  private static final long APART_NANOS_MIN = 100_000_000;
  private static final long APART_NANOS_MAX = 1_000_000_000;
  private static final Duration SETTLE = Duration.ofSeconds(8);
  private static final int CALM_REQUESTS = 30;
  private static final long CALM_NANOS_MAX = 80_000_000;

  private final Set<Long> acknowledged = new HashSet<>();
  private final List<String> violations = new ArrayList<>();
  private HostedCluster cluster;
  private SplittableRandom random;
  private boolean stopped;

  /** What has gone wrong; null if nothing has. */
  @Override
  public String apply(long seed) {
    try {
      return new HostedRun().play(seed);
    } catch (Exception | AssertionError failure) {
      return failure.toString();
    }
  }

  private String play(long seed) throws Exception {
    ThreadLayout layout = ThreadLayout.values()[(int) (seed % ThreadLayout.values().length)];
    cluster = new HostedCluster(seed, REPLICAS, layout);
    random = new SplittableRandom(seed);
    cluster.startAll();
    List<SynodClient> clients = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      clients.add(cluster.client(client));
      cluster.await(clients.get(client).send(Ledger.request(client)));
      write(clients.get(client), new long[] {0});
    }
    long at = cluster.scheduler.now();
    for (int fault = 0; fault < FAULTS; fault++) {
      // As events, so that they come while disks are waited for.
      at += random.nextLong(APART_NANOS_MIN, APART_NANOS_MAX);
      cluster.scheduler.at(at, this::fault);
    }
    cluster.pass(Duration.ofNanos(at - cluster.scheduler.now()).plus(SETTLE));
    stopped = true;
    calm(clients.get(0));
    return violations.isEmpty() ? null : violations.get(0);
  }

  private void calm(SynodClient client) throws Exception {
    cluster.await(client.send(Ledger.request(0)));
    for (int request = 0; request < CALM_REQUESTS; request++) {
      long begin = cluster.scheduler.now();
      cluster.await(client.send(Ledger.request(request)));
      long nanos = cluster.scheduler.now() - begin;
      if (nanos > CALM_NANOS_MAX) {
        violations.add("a calm cluster takes %d ns for an answer".formatted(nanos));
      }
    }
    cluster.pass(Duration.ofSeconds(2));
    for (int id = 0; id < REPLICAS; id++) {
      if (!cluster.host(id).isAlive()) {
        violations.add("replica %d has stopped by itself".formatted(id));
      } else if (cluster.ledger(id).mixed() != cluster.ledger(0).mixed()) {
        violations.add("replicas 0 and %d have executed other requests".formatted(id));
      }
    }
    if (acknowledged.size() < FAULTS) {
      violations.add("only %d writes were acknowledged".formatted(acknowledged.size()));
    }
  }

  private void fault() {
    switch (random.nextInt(4)) {
      case 0 -> end(random.nextBoolean() ? ALL : 1 + random.nextInt(ALL), true);
      case 1 -> end(1 + random.nextInt(ALL), false);
      case 2 -> pause(random.nextInt(REPLICAS));
      default -> cut(random.nextInt(REPLICAS), random.nextInt(REPLICAS));
    }
  }

  private void end(int victims, boolean byPower) {
    for (int id = 0; id < REPLICAS; id++) {
      if ((victims >> id & 1) == 1 && cluster.host(id).isAlive()) {
        int victim = id;
        if (byPower) {
          cluster.powerCut(id);
        } else {
          cluster.kill(id);
        }
        cluster.scheduler.after(random.nextLong(APART_NANOS_MAX), () -> cluster.start(victim));
      }
    }
  }

  private void pause(int id) {
    SimulatedHost host = cluster.host(id);
    host.pause();
    cluster.scheduler.after(random.nextLong(APART_NANOS_MAX), host::resume);
  }

  private void cut(int from, int to) {
    if (from != to) {
      Path path = cluster.net.path(HostedCluster.address(from), HostedCluster.address(to));
      path.cut();
      cluster.scheduler.after(random.nextLong(APART_NANOS_MAX), path::mend);
    }
  }

  /** One request after the other, each as soon as the one before is answered. */
  private void write(SynodClient client, long[] last) {
    client
        .send(Ledger.request(last[0]))
        .whenComplete(
            (answer, failure) -> {
              if (failure == null) {
                acknowledged(Ledger.number(answer), last);
              } else if (String.valueOf(failure.getMessage()).contains("was answered")) {
                violations.add(failure.getMessage());
              }
              if (!stopped) {
                write(client, last);
              }
            });
  }

  private void acknowledged(long number, long[] last) {
    if (number <= last[0]) {
      violations.add("answer %d comes after answer %d".formatted(number, last[0]));
    }
    if (!acknowledged.add(number)) {
      violations.add("two writes were acknowledged as number %d".formatted(number));
    }
    last[0] = number;
  }
}
