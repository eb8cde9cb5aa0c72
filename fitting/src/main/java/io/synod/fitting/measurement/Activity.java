package io.synod.fitting.measurement;

/** What a replica's threads spend their CPU time on. */
public enum Activity {
  /** Sockets of clients: requests and answers. */
  CLIENT_IO("client-io"),
  /** Copying requests into batches. */
  BATCHER("batcher"),
  /** The protocol's own steps. */
  PROTOCOL("protocol"),
  /** Sockets of the other replicas. */
  REPLICA_IO("replica-io"),
  /** Writing the journal. */
  JOURNAL("journal"),
  /** Executing requests. */
  SERVICE("service"),
  /** Everything else: snapshots and their transfer, the measuring itself. */
  OTHER("other");

  private final String word;

  Activity(String word) {
    this.word = word;
  }

  /** The name that replicas use. */
  public String word() {
    return word;
  }

  /** Such as {@code cpu-client-io-ms}. */
  String column() {
    return "cpu-" + word + "-ms";
  }
}
