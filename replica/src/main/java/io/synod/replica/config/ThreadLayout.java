package io.synod.replica.config;

/** Which threads run the stages of a replica. */
public enum ThreadLayout {
  /** Network threads, batcher thread, protocol thread, service thread. */
  STAGED,
  /** Client event loops; batcher, protocol, service and peer sockets on one replica loop. */
  SPLIT,
  /** Everything on one loop: lowest latency, most requests per core, for quick services. */
  MERGED
}
