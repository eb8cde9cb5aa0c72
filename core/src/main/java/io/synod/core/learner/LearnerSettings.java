package io.synod.core.learner;

/**
 * How much is kept beside what is executed.
 *
 * @param backlogSlots decided slots that may wait for the service
 * @param logBytes decided batches kept for peers that lag, in bytes
 * @param marginBytes of these, what is kept although every replica has executed it: for one that
 *     comes back without its memory
 */
public record LearnerSettings(int backlogSlots, long logBytes, long marginBytes) {

  public LearnerSettings {
    if (backlogSlots < 2 || logBytes < 1 || marginBytes < 0 || marginBytes > logBytes) {
      throw new IllegalArgumentException(
          "backlog of %d slots, log of %d bytes, margin of %d"
              .formatted(backlogSlots, logBytes, marginBytes));
    }
  }
}
