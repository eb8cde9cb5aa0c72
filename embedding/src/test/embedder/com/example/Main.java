package com.example;

import io.synod.client.SynodClient;
import io.synod.replica.SynodLearner;
import io.synod.replica.SynodReplica;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SynodConfig;
import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;

/** An embedder as small as can be: starts what its arguments name, and says what came of it. */
public final class Main {
  private Main() {}

  /** Answers each request with the number of its bytes. */
  private static final class Length implements Service {
    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) {
      return query(request);
    }

    @Override
    public byte[] query(ByteBuffer request) {
      return new byte[] {(byte) request.remaining()};
    }

    @Override
    public Snapshot snapshot() {
      return out -> {};
    }

    @Override
    public void restore(InputStream in) {}
  }

  public static void main(String[] arguments) {
    try {
      for (String argument : arguments) {
        List<Integer> ports = FreePorts.find(3);
        switch (argument) {
          case "cluster" -> cluster(ports);
          case "learner" -> learner(ports);
          case "client" -> client(ports).close();
          default -> throw new IllegalArgumentException(argument);
        }
      }
    } catch (Throwable failure) {
      System.out.println(failure);
      System.exit(1);
    }
  }

  private static SynodConfig config(List<Integer> ports) {
    return SynodConfig.builder()
        .clusterName("embedder")
        .set("durability", "memory")
        .replica(0, "127.0.0.1", ports.get(0), ports.get(1))
        .build();
  }

  private static SynodClient client(List<Integer> ports) {
    return SynodClient.builder().cluster("embedder").replicas("127.0.0.1:" + ports.get(1)).build();
  }

  private static void cluster(List<Integer> ports) throws Exception {
    SynodConfig config = config(ports);
    try (SynodReplica replica =
            SynodReplica.builder().config(config).id(0).service(new Length()).start();
        SynodClient client = client(ports)) {
      System.out.printf("replica %d answers %d%n", replica.id(), client.execute(new byte[7])[0]);
    }
  }

  private static void learner(List<Integer> ports) {
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", ports.get(2));
    try (SynodLearner learner =
        SynodLearner.builder()
            .config(config(ports))
            .service(new Length())
            .listen(address)
            .start()) {
      System.out.printf("the learner has executed %d slots%n", learner.executed());
    }
  }
}
