package io.synod.log;

import io.synod.client.ReplicaAddresses;
import io.synod.core.subscription.SubscriptionSettings;
import io.synod.network.subscriber.SourceSettings;
import io.synod.network.transport.ClusterNames;
import io.synod.network.transport.NettyCheck;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Settings of a {@link SynodLog}; only the cluster and its replicas have no default. */
public final class SynodLogBuilder {
  // A replica sends a keep-alive four times as often, and once a millisecond at most.
  private static final Duration SILENCE_MIN = Duration.ofMillis(4);

  private String cluster = "";
  private List<InetSocketAddress> replicas = List.of();
  private long creditBytes = 4 << 20;
  private int maxFrameBytes = 64 << 20;
  private Duration connectTimeout = Duration.ofSeconds(1);
  private Duration silence = Duration.ofSeconds(5);
  private Path directory;

  SynodLogBuilder() {}

  /**
   * The cluster's name; a cluster of another name refuses.
   *
   * @param name 1 to 64 of A-Z a-z 0-9 . _ -
   */
  public SynodLogBuilder cluster(String name) {
    cluster = Objects.requireNonNull(name, "cluster");
    return this;
  }

  /** Client addresses of the replicas to follow, best of all; resolved anew for each connection. */
  public SynodLogBuilder replicas(List<InetSocketAddress> addresses) {
    List<InetSocketAddress> unresolved = new ArrayList<>();
    for (InetSocketAddress address : Objects.requireNonNull(addresses, "replicas")) {
      unresolved.add(
          InetSocketAddress.createUnresolved(address.getHostString(), address.getPort()));
    }
    replicas = unresolved;
    return this;
  }

  /**
   * The same as {@code host:port,host:port}.
   *
   * @throws IllegalArgumentException if one is not an address
   */
  public SynodLogBuilder replicas(String addresses) {
    replicas = ReplicaAddresses.parseAll(Objects.requireNonNull(addresses, "replicas"));
    return this;
  }

  /**
   * Bytes of batches that a subscription holds and that are on their way to it, one batch more at
   * most. A replica grants at most its {@code network.client-buffer}. Default: 4 MiB.
   */
  public SynodLogBuilder creditBytes(long bytes) {
    creditBytes = bytes;
    return this;
  }

  /** At least what the replicas are configured to send in one frame. Default: 64 MiB. */
  public SynodLogBuilder maxFrameBytes(int bytes) {
    maxFrameBytes = bytes;
    return this;
  }

  /** For connecting to one replica, its welcome included. Default: 1 s. */
  public SynodLogBuilder connectTimeout(Duration timeout) {
    connectTimeout = Objects.requireNonNull(timeout, "connectTimeout");
    return this;
  }

  /**
   * The subscription leaves a replica that sends nothing for this long. A replica with a live
   * leader sends at least four messages in this time. At least 4 ms. Default: 5 s.
   */
  public SynodLogBuilder silence(Duration longest) {
    silence = Objects.requireNonNull(longest, "silence");
    return this;
  }

  /**
   * Where a snapshot is kept while it is received and read; made if it is not there, used by this
   * log alone. By default the system's directory of temporary files.
   */
  public SynodLogBuilder directory(Path path) {
    directory = path;
    return this;
  }

  /**
   * Makes the log; connects with each subscription.
   *
   * @throws IllegalArgumentException if a setting is missing or out of range
   * @throws IllegalStateException if the class path has another Netty than Synod needs
   */
  public SynodLog build() {
    NettyCheck.pass();
    if (cluster.isEmpty() || replicas.isEmpty()) {
      throw new IllegalArgumentException(
          cluster.isEmpty() ? "cluster is missing" : "replicas are missing");
    }
    ClusterNames.check(cluster);
    if (creditBytes < 1 || maxFrameBytes < 1) {
      throw new IllegalArgumentException(
          "a credit of %d bytes, frames of %d".formatted(creditBytes, maxFrameBytes));
    }
    if (nanos(connectTimeout) < 1 || silence.compareTo(SILENCE_MIN) < 0) {
      throw new IllegalArgumentException(
          "connectTimeout is %s, silence %s, at least 4 ms".formatted(connectTimeout, silence));
    }
    SourceSettings sources =
        new SourceSettings(cluster, "", replicas, maxFrameBytes, nanos(connectTimeout));
    return new SynodLog(sources, new SubscriptionSettings(creditBytes, nanos(silence)), directory);
  }

  /** The longest time there is, if it has more. */
  private static long nanos(Duration time) {
    return TimeUnit.NANOSECONDS.convert(time);
  }
}
