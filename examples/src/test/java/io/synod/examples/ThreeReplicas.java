package io.synod.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.synod.client.SessionListener;
import io.synod.client.SynodClient;
import io.synod.client.SynodClientBuilder;
import io.synod.core.settings.Consistency;
import io.synod.replica.SynodReplica;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import io.synod.service.Role;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Three replicas of a service in this JVM, in memory, and their clients. */
public final class ThreeReplicas<S extends Service> implements AutoCloseable {
  private final SynodConfig config;
  private final List<SynodReplica> replicas = new ArrayList<>();
  private final List<S> services = new ArrayList<>();
  private final List<SynodClient> clients = new ArrayList<>();

  public ThreeReplicas(Supplier<S> service) {
    SynodConfigBuilder builder =
        SynodConfig.builder()
            .clusterName("three")
            .set("durability", "memory")
            .set("service.digest-slots", "2");
    List<Integer> ports = FreePorts.find(6);
    for (int id = 0; id < 3; id++) {
      builder.replica(id, "127.0.0.1", ports.get(id), ports.get(3 + id));
    }
    config = builder.build();
    for (int id = 0; id < 3; id++) {
      services.add(service.get());
      replicas.add(SynodReplica.builder().config(config).id(id).service(services.get(id)).start());
    }
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
    return SynodClient.builder()
        .cluster("three")
        .replicas(config.cluster().replicas().stream().map(one -> one.client()).toList());
  }

  /** Is closed with the replicas. */
  public SynodClient client(SynodClientBuilder builder) {
    SynodClient client = builder.build();
    clients.add(client);
    return client;
  }

  public void closeLeader() {
    replicas.get(leader()).close();
  }

  private int leader() {
    for (int id = 0; id < 3; id++) {
      if (replicas.get(id).state().role() == Role.LEADER) {
        return id;
      }
    }
    throw new AssertionError("no replica leads");
  }

  /** Ends the replicas, none of which has failed, and returns the service of the leader. */
  public S end() {
    int leader = leader();
    clients.forEach(SynodClient::close);
    for (SynodReplica replica : replicas) {
      if (replica.closed().isCompletedExceptionally()) {
        throw new AssertionError("a replica has failed: " + replica.closed());
      }
    }
    replicas.forEach(SynodReplica::close);
    return services.get(leader);
  }

  @Override
  public void close() {
    clients.forEach(SynodClient::close);
    replicas.forEach(SynodReplica::close);
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
