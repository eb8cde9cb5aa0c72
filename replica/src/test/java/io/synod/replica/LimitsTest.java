package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.AdminException;
import io.synod.client.ReplicaStatus;
import io.synod.client.SessionListener;
import io.synod.client.SynodAdmin;
import io.synod.client.SynodClient;
import io.synod.client.SynodClientBuilder;
import io.synod.core.settings.AnswerLimits;
import io.synod.core.settings.Durability;
import io.synod.core.settings.SessionSettings;
import io.synod.replica.config.SynodConfig;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three replicas whose limits of sessions change while they run. */
@Timeout(120)
class LimitsTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int REPLICAS = 3;

  @TempDir private Path directory;

  private final SynodReplica[] replicas = new SynodReplica[REPLICAS];
  private final List<SynodClient> clients = new ArrayList<>();
  private final Queue<Long> opened = new ConcurrentLinkedQueue<>();
  private List<InetSocketAddress> addresses;
  private SynodConfig config;
  private SynodAdmin admin;

  @BeforeEach
  void start() {
    config =
        LocalCluster.addresses(REPLICAS)
            .durability(Durability.SYNC)
            .storageDirectory(directory)
            .journalSegmentBytes(1 << 16)
            .set("session.max-count", "2")
            .set("network.max-frame", "4MiB")
            .build();
    addresses = config.cluster().replicas().stream().map(one -> one.client()).toList();
    admin = SynodAdmin.of("test", addresses);
    for (int id = 0; id < REPLICAS; id++) {
      start(id);
    }
  }

  @AfterEach
  void close() {
    clients.forEach(SynodClient::close);
    for (SynodReplica replica : replicas) {
      replica.close();
    }
  }

  private void start(int id) {
    replicas[id] = SynodReplica.builder().config(config).id(id).service(new SumService()).start();
  }

  private SynodClient connect() throws Exception {
    return execute(builder().sessionListener(new Opened()).build());
  }

  private SynodClientBuilder builder() {
    return SynodClient.builder().cluster("test").replicas(addresses).requestTimeout(LONG);
  }

  private SynodClient execute(SynodClient client) throws Exception {
    clients.add(client);
    client.execute(SumService.number(1));
    return client;
  }

  private final class Opened implements SessionListener {
    @Override
    public void onOpened(long session) {
      opened.add(session);
    }

    @Override
    public void onEvent(long session, byte[] event) {
      throw new AssertionError("nothing is published");
    }
  }

  private static SessionSettings with(SessionSettings now, int sessionsMax, int answerBytes) {
    AnswerLimits answers =
        new AnswerLimits(answerBytes, now.answers().sessionBytes(), now.answers().allBytes());
    return new SessionSettings(
        now.idleMillis(), now.outstandingMax(), sessionsMax, answers, now.eventBytesMax());
  }

  @Test
  void more_sessions_are_open_than_the_cluster_began_with_also_behind_a_restart() throws Exception {
    SessionSettings first = admin.sessionLimits(LONG);
    assertThat(first).isEqualTo(config.session());
    SessionSettings wanted = with(first, 3, 3 << 20);
    assertThat(admin.changeSessionLimits(now -> with(now, 3, 3 << 20), LONG)).isEqualTo(wanted);
    List<SynodClient> three = List.of(connect(), connect(), connect());
    executeAtEachLeader(three);
    ReplicaStatus.takeSnapshot(addresses.get(0), "test", LONG);
    for (int id = 0; id < REPLICAS; id++) {
      replicas[id].close();
    }
    for (int id = 0; id < REPLICAS; id++) {
      start(id);
    }
    for (SynodClient client : three) {
      client.execute(SumService.number(1));
    }
    assertThat(admin.sessionLimits(LONG)).isEqualTo(wanted);
    // With two at most, each request would have ended another client's session.
    assertThat(opened).hasSize(3);
  }

  /** Those that followed when the limits changed count sessions by them too. */
  private void executeAtEachLeader(List<SynodClient> all) throws Exception {
    for (int to = 0; to < REPLICAS; to++) {
      lead(to);
      for (SynodClient client : all) {
        client.execute(SumService.number(1));
      }
    }
  }

  /** On a slow machine the leader may refuse, or another be elected: the next is asked again. */
  private void lead(int to) throws InterruptedException {
    for (boolean leads = false; !leads; ) {
      try {
        leads = admin.transferLeadership(to, LONG).leader() == to;
      } catch (AdminException refused) {
        assertThat(refused).hasMessageContaining("lead");
        Pause.once();
      }
    }
  }

  @Test
  void sessions_that_a_lower_limit_has_ended_keep_nobody_out() throws Exception {
    admin.changeSessionLimits(now -> with(now, 6, 2 << 20), LONG);
    List<SynodClient> six = new ArrayList<>();
    for (int client = 0; client < 6; client++) {
      six.add(execute(builder().build()));
    }
    admin.changeSessionLimits(now -> with(now, 2, 2 << 20), LONG);
    six.get(5).close();
    // The connections of four, whose sessions are over, are still open.
    execute(builder().build());
  }

  @Test
  void limits_that_contradict_the_leaders_other_settings_are_refused() {
    assertThatThrownBy(() -> admin.changeSessionLimits(now -> with(now, 3, 4 << 20), LONG))
        .isInstanceOf(AdminException.class)
        .hasMessageContaining("network.max-frame")
        .hasMessageContaining("the largest answer");
    assertThatThrownBy(
            () -> admin.changeSessionLimits(now -> with(now, 2_000_000_000, 2 << 20), LONG))
        .isInstanceOf(AdminException.class)
        .hasMessageContaining("session.max-count");
  }

  @Test
  void a_file_with_other_limits_than_those_at_the_beginning_is_refused() {
    replicas[0].close();
    SynodConfig other = config.toBuilder().set("session.max-count", "3").build();
    assertThatThrownBy(
            () -> SynodReplica.builder().config(other).id(0).service(new SumService()).start())
        .hasMessageContaining("was written with session.max-count = 2, and 3 is configured")
        .hasMessageContaining("'synod limits' changes it while the cluster runs");
  }
}
