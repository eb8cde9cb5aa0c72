package io.synod.examples.demo;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.SynodClient;
import io.synod.core.settings.Consistency;
import io.synod.examples.kv.cluster.KvReplicas;
import io.synod.examples.kv.cluster.Value;
import io.synod.examples.kv.command.Operation;
import io.synod.examples.process.ProcessCluster;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Three processes, one of which stands still (SIGSTOP) and keeps its connections. */
@Execution(ExecutionMode.CONCURRENT)
final class PausedReplicaTest {
  private static final Duration LEADER_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(20);
  private static final byte[] KEY = "key".getBytes(US_ASCII);
  private static final byte[] VALUE = "value".getBytes(US_ASCII);

  // Two of three draw their replica: once in eighty times none draws the one that stands
  // still.
  private static final int CLIENTS = 16;

  @Test
  @Timeout(300)
  void no_read_waits_for_it() throws Exception {
    try (ProcessCluster cluster = KvReplicas.quick(3, "durability = memory")) {
      cluster.start();
      int paused = (cluster.awaitLeader(LEADER_TIMEOUT) + 1) % cluster.size();
      try (SynodClient client = cluster.client()) {
        client.execute(Operation.SET.request(KEY, VALUE));
      }
      cluster.pause(paused);
      Consistency fresh = Consistency.bounded(Duration.ofNanos(1));
      List<Consistency> all = List.of(Consistency.QUORUM, fresh, Consistency.LEADER);
      for (int number = 0; number < CLIENTS; number++) {
        try (SynodClient client = cluster.clientBuilder().requestTimeout(READ_TIMEOUT).build()) {
          byte[] read =
              client.executeQuery(Operation.GET.request(KEY), all.get(number % all.size()));
          assertThat(Value.text(read)).isEqualTo("value");
        }
      }
      cluster.resume(paused);
      cluster.delete();
    }
  }
}
