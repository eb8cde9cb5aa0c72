package io.synod.benchmarks.peers.ratis;

import io.synod.benchmarks.peers.server.Peer;
import io.synod.process.Program;
import io.synod.replica.config.FreePorts;
import java.util.List;
import java.util.stream.Collectors;

/** A cluster of Ratis on loopback, before it is started. */
public final class RatisPeer {
  /** Else each callback without an executor starts a thread where there are few processors. */
  private static final List<String> JVM_OPTIONS =
      List.of("-Djava.util.concurrent.ForkJoinPool.common.parallelism=2");

  private RatisPeer() {}

  /** Chooses the ports. */
  public static Peer plan(int replicas) {
    String members =
        FreePorts.find(replicas).stream()
            .map(port -> "127.0.0.1:" + port)
            .collect(Collectors.joining(","));
    return new Peer(
        "Ratis",
        replicas,
        new Program(RatisServer.class, JVM_OPTIONS),
        new Program(RatisLoad.class, JVM_OPTIONS),
        members,
        members);
  }
}
