package io.synod.examples.counter;

import io.synod.client.SynodClient;
import io.synod.replica.SynodReplica;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SynodConfig;
import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** A replicated counter: every request adds one, every answer is the sum. */
public final class Counter implements Service {
  private long sum;

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) {
    return bytes(++sum);
  }

  @Override
  public byte[] query(ByteBuffer request) {
    return bytes(sum);
  }

  @Override
  public Snapshot snapshot() {
    long captured = sum;
    return out -> out.write(bytes(captured));
  }

  @Override
  public void restore(InputStream in) throws IOException {
    sum = new DataInputStream(in).readLong();
  }

  private static byte[] bytes(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }

  /** Three replicas in this JVM, and a client that counts to one. The README shows these lines. */
  public static void main(String[] args) throws Exception {
    var builder = SynodConfig.builder().clusterName("counter").set("durability", "memory");
    var ports = FreePorts.find(6);
    for (int id = 0; id < 3; id++) {
      builder.replica(id, "127.0.0.1", ports.get(id), ports.get(3 + id));
    }
    var config = builder.build();
    var addresses = config.cluster().replicas().stream().map(replica -> replica.client()).toList();
    try (var one = SynodReplica.builder().config(config).id(0).service(new Counter()).start();
        var two = SynodReplica.builder().config(config).id(1).service(new Counter()).start();
        var three = SynodReplica.builder().config(config).id(2).service(new Counter()).start();
        var client = SynodClient.builder().cluster("counter").replicas(addresses).build()) {
      client.execute(new byte[0]);
      long sum = ByteBuffer.wrap(client.executeQuery(new byte[0])).getLong();
      System.out.printf("%d, by replicas %d, %d, %d%n", sum, one.id(), two.id(), three.id());
    }
  }
}
