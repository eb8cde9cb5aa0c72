package io.synod.client;

import io.netty.channel.EventLoop;
import io.synod.network.transport.NettyCheck;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Settings of a {@link SynodClient}; only the cluster and its replicas have no default. Null is
 * taken for a listener and for the event loop only, and means that there is none. A time is more
 * than zero and at most 73 years. {@link #build} refuses what is out of range. Not thread-safe.
 */
public final class SynodClientBuilder {

  private String cluster = "";
  private List<InetSocketAddress> replicas = List.of();
  private List<InetSocketAddress> learners = List.of();
  private Duration requestTimeout = Duration.ofSeconds(10);
  private Duration connectTimeout = Duration.ofSeconds(1);
  private Duration retryInterval = Duration.ofSeconds(1);
  private Duration sessionIdle = Duration.ofSeconds(60);
  private int maxOutstanding = 1024;
  private long maxWaitingBytes = 256L << 20;
  private int maxFrameBytes = 64 << 20;
  private boolean leaderHints = true;
  private byte[] sessionName = {};
  private SessionListener sessionListener;
  private ConnectionListener connectionListener;
  private EventLoop eventLoop;

  SynodClientBuilder() {}

  /**
   * The cluster's name; a cluster of another name refuses the client.
   *
   * @param name 1 to 64 of A-Z a-z 0-9 . _ -
   */
  public SynodClientBuilder cluster(String name) {
    cluster = Objects.requireNonNull(name, "cluster");
    return this;
  }

  /**
   * Client addresses of the replicas, best of all. Host names are resolved anew for every
   * connection, on a thread of their own. The client learns the addresses of members that are added
   * later from any replica, and tries those that are given here again when all others have failed.
   */
  public SynodClientBuilder replicas(List<InetSocketAddress> addresses) {
    List<InetSocketAddress> unresolved = new ArrayList<>();
    for (InetSocketAddress address : Objects.requireNonNull(addresses, "replicas")) {
      unresolved.add(
          InetSocketAddress.createUnresolved(address.getHostString(), address.getPort()));
    }
    replicas = unresolved;
    return this;
  }

  /**
   * Client addresses of the replicas, best of all, as {@code host:port,host:port}.
   *
   * @throws IllegalArgumentException if one is not an address
   */
  public SynodClientBuilder replicas(String addresses) {
    replicas = ReplicaAddresses.parseAll(Objects.requireNonNull(addresses, "replicas"));
    return this;
  }

  /**
   * Addresses of learners: queries that need no leader go to one of them instead of a replica, as
   * {@code host:port,host:port}.
   *
   * @throws IllegalArgumentException if one is not an address
   */
  public SynodClientBuilder learners(String addresses) {
    learners = ReplicaAddresses.parseAll(Objects.requireNonNull(addresses, "learners"));
    return this;
  }

  /** From sending a request to its latest end. Default: 10 s. */
  public SynodClientBuilder requestTimeout(Duration timeout) {
    requestTimeout = Objects.requireNonNull(timeout, "requestTimeout");
    return this;
  }

  /** For connecting to one replica and receiving its welcome. Default: 1 s. */
  public SynodClientBuilder connectTimeout(Duration timeout) {
    connectTimeout = Objects.requireNonNull(timeout, "connectTimeout");
    return this;
  }

  /**
   * How long the client waits without any answer before it sends again what is unanswered. After
   * two such waits in a row it looks for another leader. This interval counts while few answers
   * have come. Later the client waits four times the longest silence between two answers of the
   * last minute: a quarter of this interval at least, the whole at most, and up to eight times the
   * whole where answers have lately come too late for that. Default: 1 s.
   */
  public SynodClientBuilder retryInterval(Duration interval) {
    retryInterval = Objects.requireNonNull(interval, "retryInterval");
    return this;
  }

  /**
   * For how long the client's session may be idle: at most {@code session.idle-timeout} of the
   * cluster. The client sends a keep-alive when it has sent nothing for a third of this. Default:
   * 60 s.
   */
  public SynodClientBuilder sessionIdle(Duration idle) {
    sessionIdle = Objects.requireNonNull(idle, "sessionIdle");
    return this;
  }

  /**
   * How many requests may be sent and not answered at a time; the cluster may grant fewer. The same
   * number holds for queries to the leader, and for queries to any replica. Sixteen times as many
   * may wait in the client; then {@link SynodClient#send} fails. 1 to 262144. Default: 1024.
   */
  public SynodClientBuilder maxOutstanding(int requests) {
    maxOutstanding = requests;
    return this;
  }

  /**
   * Bytes of all requests and queries that have not ended, with some overhead; beyond it {@link
   * SynodClient#send} fails. 1 to 64 GiB. Default: 256 MiB.
   */
  public SynodClientBuilder maxWaitingBytes(long bytes) {
    maxWaitingBytes = bytes;
    return this;
  }

  /**
   * The largest frame in bytes: at least {@code network.max-frame} of the replicas. A request must
   * fit into one, too. 4096 or more. Default: 64 MiB.
   */
  public SynodClientBuilder maxFrameBytes(int bytes) {
    maxFrameBytes = bytes;
    return this;
  }

  /**
   * Whether a client that has found the leader keeps a connection to another replica too, which
   * reports the next leader while the last one is silent. Without it the client leaves a silent
   * leader after two retry intervals. Default: true
   */
  public SynodClientBuilder leaderHints(boolean kept) {
    leaderHints = kept;
    return this;
  }

  /**
   * Names the client's sessions for the service, which is given the name when one is opened.
   *
   * @param name 256 bytes at most. Default: none
   */
  public SynodClientBuilder sessionName(byte[] name) {
    sessionName = Objects.requireNonNull(name, "sessionName").clone();
    return this;
  }

  /** Receives the events that the service publishes to this client. Default: none. */
  public SynodClientBuilder sessionListener(SessionListener listener) {
    sessionListener = listener;
    return this;
  }

  /** Is notified of the connection to the leader. Default: none. */
  public SynodClientBuilder connectionListener(ConnectionListener listener) {
    connectionListener = listener;
    return this;
  }

  /**
   * An event loop that several clients share; closing them does not end it. By default the client
   * has one of its own.
   */
  public SynodClientBuilder eventLoop(EventLoop shared) {
    eventLoop = shared;
    return this;
  }

  /**
   * Makes the client, which connects in the background.
   *
   * @throws IllegalArgumentException if a setting is missing or out of range
   * @throws IllegalStateException if the class path has another Netty than Synod needs
   */
  public SynodClient build() {
    NettyCheck.pass();
    return new SynodClient(eventLoop, settings());
  }

  ClientSettings settings() {
    ClientTiming timing =
        new ClientTiming(
            nanos(requestTimeout),
            nanos(connectTimeout),
            nanos(retryInterval),
            nanos(sessionIdle) / 3);
    List<InetSocketAddress> proxies = learners.isEmpty() ? replicas : learners;
    return new ClientSettings(
        cluster,
        replicas,
        proxies,
        maxOutstanding,
        maxWaitingBytes,
        maxFrameBytes,
        timing,
        leaderHints,
        new ClientSettings.SessionUse(sessionName, sessionListener, connectionListener));
  }

  /** The longest time there is, if it has more. */
  private static long nanos(Duration time) {
    return TimeUnit.NANOSECONDS.convert(time);
  }
}
