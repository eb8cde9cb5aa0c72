package io.synod.benchmarks.peers.jraft;

import io.synod.benchmarks.peers.load.PeerGenerator;
import io.synod.benchmarks.peers.server.Peer;
import io.synod.benchmarks.process.LoadProcess;
import java.util.List;

/** A cluster of SOFAJRaft on loopback, before it is started; and its load. */
public final class JRaftPeer {
  /** Bolt's default bounds would reject requests under this load. */
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-Dbolt.tp.min=4",
          "-Dbolt.tp.max=4",
          "-Dbolt.tp.queue=65536",
          "-Dbolt.netty.buffer.low.watermark=" + (32 << 20),
          "-Dbolt.netty.buffer.high.watermark=" + (64 << 20));

  private JRaftPeer() {}

  /** The load: a client for each connection, on the library's own threads. */
  public static void main(String[] arguments) throws InterruptedException {
    LoadProcess.run(
        arguments,
        (target, load) ->
            new PeerGenerator(target, load, (to, of, tally) -> JRaftClient.connect(to, of)));
  }

  /** Chooses the ports. */
  public static Peer plan(int replicas) {
    return Peer.withPorts("JRaft", replicas, JRaftServer.class, JRaftPeer.class, JVM_OPTIONS);
  }
}
