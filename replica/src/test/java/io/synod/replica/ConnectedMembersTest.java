package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.replica.config.ClusterBegin;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two members and a standby; an alert compares what a member is connected with. */
@Timeout(120)
class ConnectedMembersTest {
  @TempDir private Path directory;

  private final List<Integer> ports = FreePorts.find(7);
  private final List<SynodReplica> replicas = new ArrayList<>();

  @AfterEach
  void close() {
    replicas.forEach(SynodReplica::close);
  }

  @Test
  void a_standby_does_not_stand_in_for_a_member_that_is_lost() throws Exception {
    SynodReplica member = start(0, ClusterBegin.FORM, 0, 1);
    SynodReplica lost = start(1, ClusterBegin.FORM, 0, 1);
    start(2, ClusterBegin.JOIN, 0, 1, 2);
    awaitPeers(member, 2);
    assertThat(metrics()).contains("synod_connected_peers{cluster=\"test\",replica=\"0\"} 1\n");
    lost.close();
    awaitPeers(member, 1);
    assertThat(metrics()).contains("synod_connected_peers{cluster=\"test\",replica=\"0\"} 0\n");
  }

  private SynodReplica start(int number, ClusterBegin begin, int... ofFile) {
    SynodConfigBuilder builder =
        SynodConfig.builder()
            .clusterName("test")
            .storageDirectory(directory)
            .journalSegmentBytes(1 << 16)
            .clusterBegin(begin)
            .metricsPort(number == 0 ? ports.get(6) : 0);
    for (int replica : ofFile) {
      builder.replica(replica, "127.0.0.1", ports.get(2 * replica), ports.get(2 * replica + 1));
    }
    SynodReplica started =
        SynodReplica.builder().config(builder.build()).id(number).service(new SumService()).start();
    replicas.add(started);
    return started;
  }

  private static void awaitPeers(SynodReplica replica, int count) {
    Pause.until(() -> replica.statusJson().contains("\"connections\":{\"peers\":" + count));
  }

  private String metrics() throws Exception {
    URI page = URI.create("http://127.0.0.1:" + ports.get(6) + "/metrics");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
