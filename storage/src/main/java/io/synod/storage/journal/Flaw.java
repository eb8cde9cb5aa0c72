package io.synod.storage.journal;

/**
 * A place of the journal that is not as it was written.
 *
 * @param file path of the segment
 * @param offset where in it
 */
public record Flaw(String file, long offset, String reason) {
  @Override
  public String toString() {
    return "%s at offset %d: %s".formatted(file, offset, reason);
  }
}
