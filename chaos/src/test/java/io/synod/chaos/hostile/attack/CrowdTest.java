package io.synod.chaos.hostile.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.chaos.hostile.attack.Targets.Port;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server of one connection at a time in place of a replica. */
@Timeout(60)
final class CrowdTest {
  private final CountDownLatch end = new CountDownLatch(1);
  private ServerSocket server;
  private Attack attack;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    List<InetSocketAddress> address =
        List.of(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
    Targets targets = new Targets("c", "terms", address, address, address, 1 << 20);
    attack = new Attack(targets, 1, end);
  }

  @AfterEach
  void close() throws IOException {
    end.countDown();
    server.close();
  }

  private CompletableFuture<Void> run(Script script) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            Crowd.run(attack, List.of(new Crowd(attack, Port.PEER, 1, () -> script).pausing(10)));
          } catch (InterruptedException unexpected) {
            throw new IllegalStateException(unexpected);
          }
        });
  }

  @Test
  void a_connection_that_the_replica_ends_is_opened_anew() throws Exception {
    CompletableFuture<Void> attacker =
        run(
            line -> {
              line.pull(1 << 10, ignored -> {});
              return true;
            });
    for (int connection = 0; connection < 3; connection++) {
      server.accept().close();
    }
    end.countDown();
    attacker.get();
    assertThat(attack.tally().connections()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void a_replica_that_reads_nothing_does_not_hold_up_the_attacker() throws Exception {
    byte[] much = new byte[64 << 20];
    CountDownLatch stuck = new CountDownLatch(1);
    CompletableFuture<Void> attacker =
        run(
            line -> {
              if (line.isIdle()) {
                line.send(much, 1);
              }
              long before = attack.tally().sentBytes();
              line.push(much.length);
              if (attack.tally().sentBytes() == before) {
                stuck.countDown();
              }
              return true;
            });
    try (Socket silent = server.accept()) {
      stuck.await();
      end.countDown();
      attacker.get();
      assertThat(silent.getInputStream().read()).as("was sent and not read").isZero();
    }
    assertThat(attack.tally().sentBytes()).isPositive();
    assertThat(attack.tally().frames()).isZero();
  }
}
