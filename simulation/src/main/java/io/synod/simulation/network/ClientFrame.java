package io.synod.simulation.network;

import io.synod.core.settings.Consistency;

/** What a client sends to a replica. */
public sealed interface ClientFrame {

  void visit(int client, Visitor visitor);

  /** One method for each frame. */
  interface Visitor {
    void onRequests(int client, Requests frame);

    void onQuery(int client, Query frame);
  }

  /**
   * Batch entries of one session with consecutive sequences.
   *
   * @param entries not to be changed
   */
  record Requests(byte[] entries, int count) implements ClientFrame {
    @Override
    public void visit(int client, Visitor visitor) {
      visitor.onRequests(client, this);
    }
  }

  /**
   * A read outside the log.
   *
   * @param payload not to be changed
   */
  record Query(long number, Consistency consistency, byte[] payload) implements ClientFrame {
    @Override
    public void visit(int client, Visitor visitor) {
      visitor.onQuery(client, this);
    }
  }
}
