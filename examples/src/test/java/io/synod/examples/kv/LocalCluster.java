package io.synod.examples.kv;

import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Nodes of the key-value service in this JVM, on free ports; the first ones of a cluster. */
final class LocalCluster implements AutoCloseable {
  static final String HOST = "127.0.0.1";

  private final List<KvNode> nodes = new ArrayList<>();

  private LocalCluster() {}

  /** Starts the first {@code started} of so many replicas. */
  static LocalCluster start(int replicas, int started) throws IOException {
    LocalCluster cluster = new LocalCluster();
    SynodConfig config = config(replicas);
    for (int id = 0; id < started; id++) {
      cluster.nodes.add(KvNode.start(config, id, 0));
    }
    return cluster;
  }

  private static SynodConfig config(int replicas) throws IOException {
    SynodConfigBuilder builder =
        SynodConfig.builder().clusterName("test").set("durability", "memory");
    List<ServerSocket> held = new ArrayList<>();
    for (int id = 0; id < replicas; id++) {
      builder.replica(id, HOST, freePort(held), freePort(held));
    }
    for (ServerSocket socket : held) {
      socket.close();
    }
    return builder.build();
  }

  private static int freePort(List<ServerSocket> held) throws IOException {
    ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    held.add(socket);
    return socket.getLocalPort();
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
