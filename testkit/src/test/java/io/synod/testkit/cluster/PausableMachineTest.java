package io.synod.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.EventLoopGroup;
import io.synod.network.transport.Sockets;
import io.synod.replica.config.SynodConfig;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PausableMachineTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  /** Those of a replica that stops by itself end one after the other. */
  @Test
  void threads_go_on_although_another_one_could_not_be_paused() throws Exception {
    PausableMachine machine = new PausableMachine();
    Sockets sockets =
        machine.sockets(
            SynodConfig.builder().clusterName("test").replica(0, "127.0.0.1", 1, 2).build());
    EventLoopGroup runs = sockets.eventLoops(1, "runs");
    try {
      sockets.eventLoops(1, "ended").shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
      assertThatThrownBy(machine::pause).isInstanceOf(RejectedExecutionException.class);
      machine.resume();
      CompletableFuture<Void> task = CompletableFuture.runAsync(() -> {}, runs);
      assertThat(task).succeedsWithin(LONG);
    } finally {
      runs.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }
  }
}
