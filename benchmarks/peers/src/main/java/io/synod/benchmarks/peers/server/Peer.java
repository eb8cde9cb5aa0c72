package io.synod.benchmarks.peers.server;

import io.synod.process.Program;
import io.synod.replica.config.FreePorts;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A cluster of a peer before its start.
 *
 * @param name of the peer
 * @param replicas of the cluster
 * @param server runs one replica; takes {@link ServerArguments}, prints {@code ready} and {@code
 *     leads} as in {@link io.synod.benchmarks.process.ChildLines}
 * @param load sends the requests
 * @param members passed to every replica
 * @param addresses passed to the load
 */
public record Peer(
    String name, int replicas, Program server, Program load, String members, String addresses) {

  /** One whose replicas have a port each, for other replicas and for clients; chooses the ports. */
  public static Peer withPorts(
      String name, int replicas, Class<?> server, Class<?> load, List<String> jvmOptions) {
    String members =
        FreePorts.find(replicas).stream()
            .map(port -> "127.0.0.1:" + port)
            .collect(Collectors.joining(","));
    return new Peer(
        name,
        replicas,
        new Program(server, jvmOptions),
        new Program(load, jvmOptions),
        members,
        members);
  }
}
