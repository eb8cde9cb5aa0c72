package io.synod.testkit.simulated;

/** Two replicas, or a replica and the model, do not answer a request alike. */
public final class ReplicasDiffer extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ReplicasDiffer(String message) {
    super(message);
  }
}
