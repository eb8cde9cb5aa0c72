package io.synod.replica;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.SessionListener;
import io.synod.client.SynodClient;
import io.synod.client.SynodClientBuilder;
import io.synod.core.settings.Durability;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import io.synod.service.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Events of a service, in clients of three replicas. */
@Timeout(120)
class EventsTest {
  private final List<SynodReplica> replicas = new ArrayList<>();

  @TempDir private Path folder;

  /** Keeps the events of one client, and its own answers, in order. */
  private static final class Ear implements SessionListener {
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

    @Override
    public void onEvent(long session, byte[] event) {
      received.add(new String(event, UTF_8));
    }

    @Override
    public void onLost(long session, String reason) {
      received.add("lost");
    }

    private String next() throws InterruptedException {
      return received.poll(60, TimeUnit.SECONDS);
    }

    private void awaits(String text) throws InterruptedException {
      assertThat(next()).isEqualTo(text);
    }
  }

  private void start(SynodConfig config) {
    for (int id = 0; id < 3; id++) {
      replicas.add(
          SynodReplica.builder().config(config).id(id).service(new PresenceService()).start());
    }
  }

  @AfterEach
  void stop() {
    replicas.forEach(SynodReplica::close);
  }

  private static SynodClientBuilder client(SynodConfig config, String name, Ear ear) {
    return LocalCluster.clientBuilder(config)
        .sessionIdle(Duration.ofMillis(config.session().idleMillis()))
        .sessionName(name.getBytes(UTF_8))
        .sessionListener(ear);
  }

  private int leader() {
    while (true) {
      for (int id = 0; id < 3; id++) {
        ReplicaState state = replicas.get(id).state();
        assertThat(state.id()).isEqualTo(id);
        if (state.role() == Role.LEADER) {
          assertThat(state.leader()).isEqualTo(id);
          assertThat(state.executed()).isPositive().isLessThanOrEqualTo(state.decided());
          assertThat(state.obstacle()).isNull();
          return id;
        }
      }
      Pause.once();
    }
  }

  @Test
  void each_comes_once_and_in_order_though_the_leader_fails() throws Exception {
    SynodConfig config = LocalCluster.addresses(3).build();
    start(config);
    Ear ann = new Ear();
    Ear bob = new Ear();
    try (SynodClient annes = client(config, "ann", ann).build()) {
      ann.awaits("ann comes");
      SynodClient bobs = client(config, "bob", bob).build();
      try {
        bob.awaits("bob comes");
        ann.awaits("bob comes");
        List<CompletableFuture<?>> answers = new ArrayList<>();
        for (int request = 0; request < 400; request++) {
          if (request == 200) {
            replicas.get(leader()).close();
          }
          answers.add(
              annes
                  .send(String.valueOf(request).getBytes(UTF_8))
                  .thenAccept(answer -> ann.received.add("answer " + new String(answer, UTF_8))));
        }
        CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
            .get(60, TimeUnit.SECONDS);
        for (int request = 0; request < 400; request++) {
          ann.awaits("ann says " + request);
          ann.awaits("answer " + request);
          bob.awaits("ann says " + request);
        }
      } finally {
        bobs.close();
      }
      ann.awaits("bob goes, CLOSED");
    }
    assertThat(ann.received).isEmpty();
    assertThat(bob.received).isEmpty();
  }

  @Test
  void a_client_that_falls_silent_is_seen_to_go() throws Exception {
    SynodConfig config =
        LocalCluster.addresses(3).sessionIdleTimeout(Duration.ofSeconds(5)).build();
    start(config);
    Ear ann = new Ear();
    Ear bob = new Ear();
    // Ann keeps her session alive each second, Bob each twenty minutes.
    try (SynodClient annes =
        client(config, "ann", ann).sessionIdle(Duration.ofSeconds(3)).build()) {
      ann.awaits("ann comes");
      try (SynodClient bobs = client(config, "bob", bob).sessionIdle(Duration.ofHours(1)).build()) {
        bob.awaits("bob comes");
        ann.awaits("bob comes");
        ann.awaits("bob goes, EXPIRED");
        bob.awaits("lost");
        bob.awaits("bob comes");
        ann.awaits("bob comes");
        bobs.execute("back".getBytes(UTF_8));
        ann.awaits("bob says back");
      }
      ann.awaits("bob goes, CLOSED");
      annes.execute("still here".getBytes(UTF_8));
      ann.awaits("ann says still here");
    }
  }

  @Test
  void they_are_kept_over_a_restart_of_all() throws Exception {
    SynodConfigBuilder settings =
        LocalCluster.addresses(3)
            .durability(Durability.SYNC)
            .storageDirectory(folder)
            .journalSegmentBytes(1 << 16);
    SynodConfig config = settings.build();
    start(config);
    Ear ann = new Ear();
    try (SynodClient annes = client(config, "ann", ann).build()) {
      ann.awaits("ann comes");
      annes.execute("before".getBytes(UTF_8));
      ann.awaits("ann says before");
      replicas.forEach(SynodReplica::close);
      replicas.clear();
      start(config);
      annes.execute("after".getBytes(UTF_8));
      ann.awaits("ann says after");
      assertThat(ann.received).isEmpty();
    }
  }
}
