package io.synod.simulation.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.SynodClient;
import io.synod.replica.config.ThreadLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Machines lose their power again and again, one, some or all at once, while a client writes. */
class HostedPowerCutTest {
  private static final int REPLICAS = 3;
  private static final int ALL = (1 << REPLICAS) - 1;
  private static final int CUTS = 25;
  private static final long APART_NANOS_MIN = 100_000_000;
  private static final long APART_NANOS_MAX = 1_000_000_000;

  private final List<Long> answers = new ArrayList<>();
  private HostedCluster cluster;
  private SplittableRandom random;
  private boolean stopped;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void no_acknowledged_write_is_lost(long seed) throws Exception {
    ThreadLayout layout = ThreadLayout.values()[(int) (seed % ThreadLayout.values().length)];
    cluster = new HostedCluster(seed, REPLICAS, layout);
    random = new SplittableRandom(seed);
    cluster.startAll();
    SynodClient client = cluster.client(0);
    cluster.await(client.send(Ledger.request(0)));
    write(client);
    // As events, so that a cut comes while disks are waited for.
    long at = cluster.scheduler.now();
    for (int cut = 0; cut < CUTS; cut++) {
      at += random.nextLong(APART_NANOS_MIN, APART_NANOS_MAX);
      cluster.scheduler.at(at, this::cut);
    }
    cluster.pass(Duration.ofNanos(at + APART_NANOS_MAX - cluster.scheduler.now()));
    stopped = true;
    assertThat(cluster.await(client.send(Ledger.request(0)))).isNotNull();
    assertThat(answers).hasSizeGreaterThan(100).isSorted().doesNotHaveDuplicates();
  }

  private void cut() {
    int victims = random.nextBoolean() ? ALL : 1 + random.nextInt(ALL);
    for (int id = 0; id < REPLICAS; id++) {
      if ((victims >> id & 1) == 1) {
        int victim = id;
        cluster.powerCut(id);
        cluster.scheduler.after(random.nextLong(APART_NANOS_MIN / 2), () -> cluster.start(victim));
      }
    }
  }

  /** One request after the other, each as soon as the one before is answered. */
  private void write(SynodClient client) {
    CompletableFuture<byte[]> sent = client.send(Ledger.request(answers.size()));
    sent.whenComplete(
        (answer, failure) -> {
          if (failure == null) {
            answers.add(Ledger.number(answer));
          }
          if (!stopped) {
            write(client);
          }
        });
  }
}
