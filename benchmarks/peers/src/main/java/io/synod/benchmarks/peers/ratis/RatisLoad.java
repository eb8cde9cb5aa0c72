package io.synod.benchmarks.peers.ratis;

import io.synod.benchmarks.peers.load.PeerGenerator;
import io.synod.benchmarks.process.LoadProcess;

/** The load: a client for each connection, on the library's own threads. */
final class RatisLoad {
  private RatisLoad() {}

  public static void main(String[] arguments) throws InterruptedException {
    LoadProcess.run(
        arguments,
        (target, load) ->
            new PeerGenerator(target, load, (to, of, tally) -> RatisClient.connect(to, of)));
  }
}
