package io.synod.benchmarks.load;

/**
 * The number and times of requests. In a closed loop every answer is followed by the next request.
 * In an open loop requests are due at a rate, independent of earlier ones, and latency counts from
 * when they are due.
 *
 * @param connections clients, each with one connection and one session
 * @param outstanding requests in flight at any time, of all clients together; the maximum in an
 *     open loop
 * @param requestBytes payload of a request
 * @param perSecond requests due in a second, of all clients together; 0 in a closed loop
 * @param inBursts whether all requests of a second are due at its begin; only the last request of
 *     each burst is timed (the probe of Primi 2008, section 6)
 * @param workload the kind of requests
 */
public record Load(
    int connections,
    int outstanding,
    int requestBytes,
    long perSecond,
    boolean inBursts,
    Workload workload) {

  public Load {
    if (connections < 1 || outstanding < connections) {
      throw new IllegalArgumentException(
          "%d outstanding requests cannot be shared by %d connections"
              .formatted(outstanding, connections));
    }
    if (perSecond < 0) {
      throw new IllegalArgumentException(
          "%d requests per second: 0 for a closed loop, or more".formatted(perSecond));
    }
    if (inBursts && perSecond == 0) {
      throw new IllegalArgumentException("bursts of no requests");
    }
    if (requestBytes < 0) {
      throw new IllegalArgumentException("requests of %d bytes".formatted(requestBytes));
    }
  }

  /** A load with requests of zeros. */
  public Load(int connections, int outstanding, int requestBytes, long perSecond) {
    this(connections, outstanding, requestBytes, perSecond, false, Workload.ZEROS);
  }

  /** A closed loop with requests of zeros. */
  public Load(int connections, int outstanding, int requestBytes) {
    this(connections, outstanding, requestBytes, 0);
  }

  public boolean isOpen() {
    return perSecond > 0;
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
    return new Load(connections, requests, requestBytes, perSecond, inBursts, workload);
  }

  /** The same clients in an open loop. */
  public Load withRate(long requestsPerSecond) {
    return new Load(connections, outstanding, requestBytes, requestsPerSecond, false, workload);
  }

  /** The same clients in an open loop, with all requests of a second due at its begin. */
  public Load withBursts(long requestsPerSecond) {
    return new Load(connections, outstanding, requestBytes, requestsPerSecond, true, workload);
  }

  /** The same clients with another workload. */
  public Load withWorkload(Workload asked) {
    return new Load(connections, outstanding, requestBytes, perSecond, inBursts, asked);
  }
}
