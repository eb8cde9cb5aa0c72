package io.synod.replica.config;

/** Finds the key that was probably meant. */
final class Keys {
  private static final int COMPARED_MAX = 64;

  // What it costs to leave out everything before the last dot.
  private static final int SEGMENT_COST = 2;

  // What it costs to leave out the end of the last word.
  private static final int ABBREVIATION_COST = 3;

  private Keys() {}

  /** The valid key that is nearest to {@code unknown}. */
  static String nearest(String unknown) {
    String written =
        unknown.length() <= COMPARED_MAX ? unknown : unknown.substring(0, COMPARED_MAX);
    String nearest = replicaKey(written);
    int least = Text.distance(written, nearest);
    for (Setting setting : Setting.values()) {
      int distance = distance(written, setting.key());
      if (distance < least) {
        least = distance;
        nearest = setting.key();
      }
    }
    return nearest;
  }

  private static int distance(String written, String key) {
    int bySegment = SEGMENT_COST + Text.distance(lastSegment(written), lastSegment(key));
    int distance = Math.min(Text.distance(written, key), bySegment);
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
    return Draft.REPLICA_PREFIX + (isNumber ? Integer.parseInt(written.substring(digits)) : 0);
  }

  private static String lastSegment(String key) {
    return key.substring(key.lastIndexOf('.') + 1);
  }
}
