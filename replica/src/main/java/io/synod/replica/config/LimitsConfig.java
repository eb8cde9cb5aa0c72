package io.synod.replica.config;

/**
 * What a replica's core may hold.
 *
 * @param logBytes decided batches kept for peers that lag
 * @param backlogSlots decided slots that may wait for the service
 * @param readsMax reads that may wait for their round or slot
 */
public record LimitsConfig(long logBytes, int backlogSlots, int readsMax) {

  public LimitsConfig {
    if (logBytes < 1 || backlogSlots < 1 || readsMax < 1) {
      throw new IllegalArgumentException(
          "log of %d bytes, backlog of %d slots, %d reads"
              .formatted(logBytes, backlogSlots, readsMax));
    }
  }
}
