package io.synod.benchmarks.peers.server;

/** Whether an answer waits for the disks of a majority. */
public enum Durability {
  /** Logs lie on a file system in memory and are never forced. */
  MEMORY,

  /** Logs are on the disk, and are forced before an entry counts. */
  DURABLE
}
