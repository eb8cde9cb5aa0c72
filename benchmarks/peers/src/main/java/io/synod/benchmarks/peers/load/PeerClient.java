package io.synod.benchmarks.peers.load;

import java.util.List;

/** One client of a peer, with one connection or session, as the peer has them. */
public interface PeerClient extends AutoCloseable {

  /**
   * Sends the first request of each cycle. Called once, by the thread that measures.
   *
   * @param cycles whose requests this client has outstanding from now on
   */
  void start(List<Cycle> cycles);

  /**
   * Sends a request and reports its end to {@code cycle}. The cycle calls this on the thread that
   * reported the end of its previous request. Does not block.
   */
  void send(Cycle cycle);

  /** Ends the client; outstanding requests are dropped. */
  @Override
  void close();
}
