package io.synod.simulation.client;

import io.netty.channel.EventLoop;
import io.synod.client.SessionListener;
import io.synod.client.SynodClient;
import io.synod.client.SynodClientBuilder;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Draws the settings of one client: mostly long timeouts, sometimes short ones or little memory.
 */
final class ClientSettingsDraw {
  private static final Duration LONG = Duration.ofHours(1);
  private static final int TIMEOUT_MILLIS_MIN = 30;
  private static final int TIMEOUT_MILLIS_MAX = 2_000;
  private static final int IDLE_MILLIS_MIN = 300;
  private static final int IDLE_MILLIS_MAX = 6_000;
  private static final int HINTS_ONE_IN = 8;
  private static final int WAITING_BYTES_MIN = 400;
  private static final int WAITING_BYTES_MAX = 4_000;

  private final SplittableRandom random;
  private final SimulatedClient.Shared shared;

  /** Whether every request must be answered. */
  private final boolean isPlain;

  // In one of eight scenarios all clients keep connections for hints of the next leader.
  private final boolean hints;

  ClientSettingsDraw(SplittableRandom random, SimulatedClient.Shared shared, boolean isPlain) {
    this.random = random;
    this.shared = shared;
    this.isPlain = isPlain;
    hints = shared.seeds().random("clients' second connections").nextInt(HINTS_ONE_IN) == 0;
  }

  boolean isPlain() {
    return isPlain;
  }

  /**
   * A client for the next process.
   *
   * @param name of its sessions, if it listens
   * @param listener null if it does not
   */
  SynodClient build(EventLoop loop, long name, SessionListener listener) {
    SynodClientBuilder builder =
        SynodClient.builder()
            .cluster(shared.cluster())
            .requestTimeout(timeout())
            .retryInterval(Duration.ofNanos(shared.workload().timeoutNanos()))
            .maxOutstanding(shared.workload().outstanding())
            .leaderHints(hints)
            .connectionListener(new ConnectionWatch(shared.onFailure()))
            .eventLoop(loop);
    if (!isPlain && random.nextInt(6) == 0) {
      builder.maxWaitingBytes(random.nextInt(WAITING_BYTES_MIN, WAITING_BYTES_MAX));
    }
    if (random.nextInt(4) == 0) {
      builder.sessionIdle(Duration.ofMillis(random.nextInt(IDLE_MILLIS_MIN, IDLE_MILLIS_MAX)));
    }
    List<InetSocketAddress> addresses = addresses();
    if (shared.isOfLearner() && random.nextBoolean()) {
      builder.learners(text(addresses));
    }
    if (random.nextBoolean()) {
      builder.replicas(text(addresses));
    } else {
      builder.replicas(addresses);
    }
    if (listener != null) {
      byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(name).array();
      builder.sessionName(bytes).sessionListener(listener);
    }
    return builder.build();
  }

  private Duration timeout() {
    return !isPlain && random.nextInt(3) == 0
        ? Duration.ofMillis(random.nextInt(TIMEOUT_MILLIS_MIN, TIMEOUT_MILLIS_MAX))
        : LONG;
  }

  private List<InetSocketAddress> addresses() {
    List<InetSocketAddress> addresses = new ArrayList<>(shared.replicas());
    if (shared.falseReplica() != null && !isPlain && random.nextBoolean()) {
      addresses.add(random.nextInt(1 + addresses.size()), shared.falseReplica());
    }
    return addresses;
  }

  private static String text(List<InetSocketAddress> addresses) {
    return addresses.stream()
        .map(address -> address.getHostString() + ":" + address.getPort())
        .collect(Collectors.joining(","));
  }
}
