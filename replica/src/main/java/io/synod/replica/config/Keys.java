package io.synod.replica.config;

/** Finds the key that was probably meant. */
final class Keys {
  private static final int COMPARED_MAX = 64;

  // What it costs to leave out everything before the last dot.
  private static final int SEGMENT_COST = 2;

  private Keys() {}

  /** The valid key that is nearest to {@code unknown}. */
  static String nearest(String unknown) {
    String written =
        unknown.length() <= COMPARED_MAX ? unknown : unknown.substring(0, COMPARED_MAX);
    String nearest = replicaKey(written);
    int least = Text.distance(written, nearest);
    for (Setting setting : Setting.values()) {
      int distance =
          Math.min(
              Text.distance(written, setting.key()),
              SEGMENT_COST + Text.distance(lastSegment(written), lastSegment(setting.key())));
      if (distance < least) {
        least = distance;
        nearest = setting.key();
      }
    }
    return nearest;
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
