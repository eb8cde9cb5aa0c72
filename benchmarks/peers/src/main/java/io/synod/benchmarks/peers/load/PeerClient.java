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
   * Sends a request and tells {@code cycle} how it ended. Called by a cycle, on the thread that has
   * told it the end of its previous request. Does not block.
   */
  void send(Cycle cycle);

  /** Ends the client; what is outstanding is dropped. */
  @Override
  void close();
}
