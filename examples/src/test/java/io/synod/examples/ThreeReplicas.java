package io.synod.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.synod.client.SessionListener;
import io.synod.client.SynodClient;
import io.synod.client.SynodClientBuilder;
import io.synod.core.settings.Consistency;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import io.synod.testkit.cluster.TestCluster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Three replicas of a service in this JVM, in memory, and clients that send them text. */
public final class ThreeReplicas<S extends Service> implements AutoCloseable {
  private final TestCluster cluster;

  public ThreeReplicas(Supplier<S> service) {
    this(service, "service.digest-slots", "2");
  }

  /**
   * @param key a setting of the replicas, with its value
   */
  public ThreeReplicas(Supplier<S> service, String key, String value) {
    cluster = TestCluster.of(service).set("service.digest-slots", "2").set(key, value).start();
  }

  /** A client that sends text and keeps the events, which are text too. */
  public final class Talker implements SessionListener {
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    public final SynodClient client;

    private Talker(String name) {
      client = client(builder().sessionName(name.getBytes(UTF_8)).sessionListener(this));
    }

    @Override
    public void onEvent(long session, byte[] event) {
      events.add(new String(event, UTF_8));
    }

    public String asks(String request) throws Exception {
      return new String(client.execute(request.getBytes(UTF_8)), UTF_8);
    }

    public String queries(String query) throws Exception {
      return new String(client.executeQuery(query.getBytes(UTF_8), Consistency.LEADER), UTF_8);
    }

    /** The next event; null if none comes. */
    public String event() throws InterruptedException {
      return events.poll(60, TimeUnit.SECONDS);
    }
  }

  public Talker talker(String name) {
    return new Talker(name);
  }

  public SynodClientBuilder builder() {
    return cluster.clientBuilder();
  }

  /** Is closed with the replicas. */
  public SynodClient client(SynodClientBuilder builder) {
    return cluster.client(builder);
  }

  public void closeLeader() {
    cluster.kill(cluster.leader());
  }

  /** Ends the replicas, none of which has failed, and returns the service of the leader. */
  @SuppressWarnings("unchecked")
  public S end() {
    int leader = cluster.leader();
    cluster.close();
    return (S) cluster.service(leader);
  }

  @Override
  public void close() {
    cluster.close();
  }

  /** What the service's snapshot writes. */
  public static byte[] written(Service service) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (Snapshot snapshot = service.snapshot()) {
      snapshot.writeTo(out);
    }
    return out.toByteArray();
  }
}
