package io.synod.replica.config;

/** How a replica begins whose directory is empty. */
public enum ClusterBegin {
  /** With the replicas of its file it forms a cluster, or recovers from them. */
  FORM,
  /** As a standby, until it is added to the running cluster of the replicas of its file. */
  JOIN
}
