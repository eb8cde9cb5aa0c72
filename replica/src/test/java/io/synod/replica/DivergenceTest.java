package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.SynodClient;
import io.synod.core.settings.Durability;
import io.synod.replica.config.SynodConfig;
import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service that goes another way on one replica. */
@Timeout(120)
class DivergenceTest {
  private final List<SynodReplica> replicas = new ArrayList<>();

  @TempDir private Path folder;

  /** Adds 1, or 2 once where it is wrong. */
  private static final class Counting implements Service {
    private final boolean digests;
    private boolean isWrong;
    private long sum;

    private Counting(boolean isWrong, boolean digests) {
      this.isWrong = isWrong;
      this.digests = digests;
    }

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) {
      sum += isWrong && sum == 10 ? 2 : 1;
      return digests ? new byte[8] : SumService.number(sum);
    }

    @Override
    public long digest() {
      return digests ? sum : 0;
    }

    @Override
    public Snapshot snapshot() {
      long captured = sum;
      return out -> new DataOutputStream(out).writeLong(captured);
    }

    @Override
    public void restore(InputStream in) throws IOException {
      sum = new DataInputStream(in).readLong();
    }
  }

  @AfterEach
  void stop() {
    replicas.forEach(SynodReplica::close);
  }

  private static SynodReplica start(SynodConfig config, int id, Service service) {
    return SynodReplica.builder().config(config).id(id).service(service).start();
  }

  private static void send(SynodConfig config, int requests) throws Exception {
    try (SynodClient client = LocalCluster.client(config)) {
      for (int request = 0; request < requests; request++) {
        client.execute(new byte[1]);
      }
    }
  }

  @Test
  void it_stops_there_and_gets_a_fresh_copy() throws Exception {
    SynodConfig config =
        LocalCluster.addresses(3)
            .serviceDigestSlots(4)
            .durability(Durability.SYNC)
            .storageDirectory(folder)
            .build();
    for (int id = 0; id < 3; id++) {
      replicas.add(start(config, id, new Counting(id == 1, true)));
    }
    send(config, 30);
    assertThatThrownBy(() -> replicas.get(1).closed().get(60, TimeUnit.SECONDS))
        .hasMessageContaining("differs from that of a majority; they parted in the slots ")
        .hasMessageContaining("To get a fresh copy");
    assertThat(replicas.get(0).closed()).isNotDone();
    assertThat(replicas.get(2).closed()).isNotDone();

    Path directory = folder.resolve("replica-1");
    Files.move(directory, folder.resolve("wrong"));
    replicas.set(1, start(config, 1, new Counting(false, true)));
    send(config, 30);
    for (SynodReplica replica : replicas) {
      assertThat(replica.closed()).isNotDone();
    }
  }

  @Test
  void without_a_digest_of_the_service_its_answers_show_it() throws Exception {
    SynodConfig config = LocalCluster.addresses(3).serviceDigestSlots(4).build();
    for (int id = 0; id < 3; id++) {
      replicas.add(start(config, id, new Counting(id == 2, false)));
    }
    send(config, 30);
    assertThatThrownBy(() -> replicas.get(2).closed().get(60, TimeUnit.SECONDS))
        .hasMessageContaining("differs from that of a majority; they parted in the slots ");
  }

  @Test
  void of_two_that_differ_both_say_so_and_go_on() throws Exception {
    try (LogLines lines = new LogLines("io.synod.replica")) {
      SynodConfig config =
          LocalCluster.addresses(2)
              .serviceDigestSlots(4)
              .durability(Durability.SYNC)
              .storageDirectory(folder)
              .build();
      for (int id = 0; id < 2; id++) {
        replicas.add(start(config, id, new Counting(id == 1, false)));
      }
      send(config, 30);
      String differs =
          "replica %d: the state of replica %d differs from this replica's; they parted in ";
      lines.await(differs.formatted(0, 1), 1);
      lines.await(differs.formatted(1, 0), 1);
      send(config, 1);
      for (SynodReplica replica : replicas) {
        assertThat(replica.closed()).isNotDone();
      }
    }
  }
}
