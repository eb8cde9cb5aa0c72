package io.synod.replica.config;

import java.util.Optional;

/** Finds the key that was probably meant, if any was. */
final class Keys {
  private static final int COMPARED_MAX = 64;

  // What it costs to leave out everything before the last dot.
  private static final int SEGMENT_COST = 2;

  // What it costs to leave out the end of the last word.
  private static final int ABBREVIATION_COST = 3;

  private Keys() {}

  /** The valid key that is nearest to {@code unknown}; none if it is no near spelling of any. */
  static Optional<String> nearest(String unknown) {
    String written =
        unknown.length() <= COMPARED_MAX ? unknown : unknown.substring(0, COMPARED_MAX);
    String nearest = replicaKey(written);
    int least = Spelling.distance(written, nearest);
    for (Setting setting : Setting.values()) {
      int distance = distance(written, setting.key());
      if (distance < least) {
        least = distance;
        nearest = setting.key();
      }
    }
    return isNear(written, nearest) ? Optional.of(nearest) : Optional.empty();
  }

  private static boolean isNear(String written, String key) {
    return written.indexOf('.') > 0 && key.startsWith(written)
        || Spelling.isSlip(written, key)
        || Spelling.isSlip(lastSegment(written), lastSegment(key));
  }

  private static int distance(String written, String key) {
    int bySegment = SEGMENT_COST + Spelling.distance(lastSegment(written), lastSegment(key));
    int distance = Math.min(Spelling.distance(written, key), bySegment);
    boolean abbreviates = written.indexOf('.') > 0 && key.startsWith(written);
    return abbreviates ? Math.min(distance, ABBREVIATION_COST) : distance;
  }

  /** {@code replica.N} with the number that was written, if one was. */
  private static String replicaKey(String written) {
    int digits = written.length();
    while (digits > 0 && Character.digit(written.charAt(digits - 1), 10) >= 0) {
      digits--;
    }
    boolean isNumber = digits < written.length() && written.length() - digits <= 2;
    return ConfigDraft.REPLICA_PREFIX
        + (isNumber ? Integer.parseInt(written.substring(digits)) : 0);
  }

  private static String lastSegment(String key) {
    return key.substring(key.lastIndexOf('.') + 1);
  }
}
