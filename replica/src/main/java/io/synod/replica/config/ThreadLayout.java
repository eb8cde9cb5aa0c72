package io.synod.replica.config;

/** Which threads run the stages of a replica. */
public enum ThreadLayout {
  /**
   * Event loops for clients, a batcher thread, one replica loop for protocol and peer sockets, a
   * service thread: a slow service delays nobody else.
   */
  STAGED,
  /** Client event loops; batcher, protocol, service and peer sockets on one replica loop. */
  SPLIT,
  /** Everything on one loop: lowest latency, most requests per core, for quick services. */
  MERGED
}
