package io.synod.examples.kv;

import io.synod.core.settings.Consistency;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Nodes of the key-value service in this JVM, on free ports; the first ones of a cluster. */
final class LocalCluster implements AutoCloseable {
  private static final List<Consistency> LINEARIZABLE =
      List.of(Consistency.LEADER, Consistency.QUORUM, Consistency.LOG);
  static final String HOST = "127.0.0.1";

  private final List<KvNode> nodes = new ArrayList<>();

  private LocalCluster() {}

  /** Starts the first {@code started} of so many replicas. */
  static LocalCluster start(int replicas, int started) throws IOException {
    LocalCluster cluster = new LocalCluster();
    SynodConfig config = config(replicas);
    for (int id = 0; id < started; id++) {
      cluster.nodes.add(KvNode.start(config, id, 0, LINEARIZABLE.get(id % LINEARIZABLE.size())));
    }
    return cluster;
  }

  private static SynodConfig config(int replicas) {
    SynodConfigBuilder builder =
        SynodConfig.builder().clusterName("test").set("durability", "memory");
    List<Integer> ports = FreePorts.find(2 * replicas);
    for (int id = 0; id < replicas; id++) {
      builder.replica(id, HOST, ports.get(2 * id), ports.get(2 * id + 1));
    }
    return builder.build();
  }

  int redisPort(int id) {
    return nodes.get(id).redisPort();
  }

  KvNode node(int id) {
    return nodes.get(id);
  }

  @Override
  public void close() {
    nodes.forEach(KvNode::close);
  }
}
