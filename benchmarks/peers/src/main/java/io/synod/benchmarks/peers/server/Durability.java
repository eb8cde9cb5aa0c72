package io.synod.benchmarks.peers.server;

/** Whether an answer waits for the disks of a majority. */
public enum Durability {
  /** Logs lie on a file system in memory and are never forced. */
  MEMORY,

  /** Logs lie on the disk, and are forced before they count. */
  DURABLE
}
