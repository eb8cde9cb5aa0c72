package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.uring.IoUring;
import io.synod.client.SynodClient;
import io.synod.core.settings.Durability;
import io.synod.network.wire.Datagram;
import io.synod.replica.config.ConfigException;
import io.synod.replica.config.ThreadLayout;
import io.synod.replica.config.TransportChoice;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clusters whose messages travel as datagrams. */
@Timeout(120)
class DatagramsTest {
  private static final Pattern SENT = Pattern.compile("\"datagrams\":\\{.*?\"sent\":([0-9]+)");

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"AUTO, STAGED", "AUTO, MERGED", "NIO, SPLIT", "IO_URING, STAGED"})
  void a_cluster_elects_answers_and_survives_restarts(
      TransportChoice transport, ThreadLayout layout) throws Exception {
    assumeTrue(transport != TransportChoice.IO_URING || IoUring.isAvailable());
    try (LocalCluster cluster =
            new LocalCluster(
                3,
                config ->
                    config
                        .networkDatagramMaxBytes(60 << 10)
                        .networkTransport(transport)
                        .threadLayout(layout)
                        .durability(Durability.SYNC)
                        .storageDirectory(directory)
                        .journalSegmentBytes(1 << 16));
        SynodClient client = cluster.client()) {
      int sum = 0;
      for (int restarted = -1; restarted < 3; restarted++) {
        if (restarted >= 0) {
          cluster.restart(restarted);
        }
        awaitUse(cluster);
        for (int request = 0; request < 100; request++) {
          byte[] answer = client.send(SumService.number(1)).get(30, TimeUnit.SECONDS);
          assertThat(SumService.number(answer)).isEqualTo(++sum);
        }
        assertThat(sent(cluster, cluster.leader())).isGreaterThan(100);
      }
      for (int id = 0; id < 3; id++) {
        awaitSum(cluster, id, sum);
      }
    }
  }

  @Test
  void the_largest_that_may_be_set_is_the_largest_there_is() {
    LocalCluster.addresses(3).networkDatagramMaxBytes(Datagram.FRAME_BYTES_MAX).build();

    assertThatThrownBy(
            () ->
                LocalCluster.addresses(3)
                    .networkDatagramMaxBytes(Datagram.FRAME_BYTES_MAX + 1)
                    .build())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("network.datagram-max-bytes");
  }

  /** The test's time-out bounds the wait. */
  private static void awaitUse(LocalCluster cluster) {
    for (int id : cluster.config().cluster().ids()) {
      Pause.until(() -> cluster.replica(id).statusJson().contains("\"datagrams\":{\"peers\":2,"));
    }
  }

  private static void awaitSum(LocalCluster cluster, int id, long sum) {
    Pause.until(() -> cluster.service(id).sum() == sum);
  }

  private static long sent(LocalCluster cluster, int id) {
    Matcher sent = SENT.matcher(cluster.replica(id).statusJson());
    assertThat(sent.find()).isTrue();
    return Long.parseLong(sent.group(1));
  }
}
