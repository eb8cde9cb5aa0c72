package io.synod.core.cluster;

import io.synod.core.check.Range;

/**
 * The backup from which a cluster was restored. All replicas of a cluster begin with the same.
 *
 * @param end the backup holds the effect of every slot before this one; 0 without a backup
 * @param digest of what was restored: SHA-256 in 64 hexadecimal digits; empty without a backup
 */
public record Origin(long end, String digest) {
  public static final int DIGEST_DIGITS = 64;

  /** Of a cluster that was not restored. */
  public static final Origin NONE = new Origin(0, "");

  private static final int SHOWN_DIGITS = 12;

  public Origin {
    Range.atLeast(0, end, "end of a backup");
    if (end == 0 ? !digest.isEmpty() : digest.length() != DIGEST_DIGITS) {
      throw new IllegalArgumentException(
          "a digest of %d digits of all slots before %d".formatted(digest.length(), end));
    }
  }

  public boolean isNone() {
    return end == 0;
  }

  /** In words. */
  @Override
  public String toString() {
    return isNone()
        ? "no backup"
        : "backup %s of all slots before %d".formatted(digest.substring(0, SHOWN_DIGITS), end);
  }
}
