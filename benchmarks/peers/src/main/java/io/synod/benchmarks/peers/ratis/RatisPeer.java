package io.synod.benchmarks.peers.ratis;

import io.synod.benchmarks.peers.load.PeerGenerator;
import io.synod.benchmarks.peers.server.Peer;
import io.synod.benchmarks.process.LoadProcess;
import java.util.List;

/** A cluster of Ratis on loopback, before it is started; and its load. */
public final class RatisPeer {
  /** Otherwise, with few processors, each callback without an executor starts a thread. */
  private static final List<String> JVM_OPTIONS =
      List.of("-Djava.util.concurrent.ForkJoinPool.common.parallelism=2");

  private RatisPeer() {}

  /** The load: a client for each connection, on the library's own threads. */
  public static void main(String[] arguments) throws InterruptedException {
    LoadProcess.run(
        arguments,
        (target, load) ->
            new PeerGenerator(target, load, (to, of, tally) -> RatisClient.connect(to, of)));
  }

  /** Chooses the ports. */
  public static Peer plan(int replicas) {
    return Peer.withPorts("Ratis", replicas, RatisServer.class, RatisPeer.class, JVM_OPTIONS);
  }
}
