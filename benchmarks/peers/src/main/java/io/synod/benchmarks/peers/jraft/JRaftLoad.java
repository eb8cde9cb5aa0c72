package io.synod.benchmarks.peers.jraft;

import io.synod.benchmarks.peers.load.PeerGenerator;
import io.synod.benchmarks.process.LoadProcess;

/** The load: a client for each connection, on the library's own threads. */
final class JRaftLoad {
  private JRaftLoad() {}

  public static void main(String[] arguments) throws InterruptedException {
    LoadProcess.run(
        arguments,
        (target, load) ->
            new PeerGenerator(target, load, (to, of, tally) -> JRaftClient.connect(to, of)));
  }
}
