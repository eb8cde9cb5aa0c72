package io.synod.benchmarks.load;

/**
 * How much is asked at a time. Every request is followed by the next one as soon as it is answered.
 *
 * @param connections clients, each with one connection and one session
 * @param outstanding requests on their way at any time, of all clients together
 * @param requestBytes payload of a request
 * @param threads event loops that the clients share
 */
public record Load(int connections, int outstanding, int requestBytes, int threads) {

  public Load {
    if (connections < 1 || outstanding < connections) {
      throw new IllegalArgumentException(
          "%d outstanding requests cannot be shared by %d connections"
              .formatted(outstanding, connections));
    }
    if (requestBytes < 0 || threads < 1 || threads > connections) {
      throw new IllegalArgumentException(
          "requests of %d bytes, %d connections on %d threads"
              .formatted(requestBytes, connections, threads));
    }
  }

  /** The share of one connection, 0 to {@code connections - 1}, in the outstanding requests. */
  public int outstandingOf(int connection) {
    return outstanding / connections + (connection < outstanding % connections ? 1 : 0);
  }

  /** The largest share of a connection. */
  public int outstandingPerConnection() {
    return outstandingOf(0);
  }

  public Load withOutstanding(int requests) {
    return new Load(connections, requests, requestBytes, threads);
  }
}
