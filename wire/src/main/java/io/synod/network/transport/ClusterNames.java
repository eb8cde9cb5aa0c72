package io.synod.network.transport;

import java.util.regex.Pattern;

/** What may be the name of a cluster: it fits a log line and a handshake. */
public final class ClusterNames {
  /** The end of a sentence that says what a name is. */
  public static final String RANGE = "1 to 64 of A-Z a-z 0-9 . _ -";

  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private ClusterNames() {}

  /** Whether a cluster can have this name. */
  public static boolean isAllowed(String name) {
    return ALLOWED.matcher(name).matches();
  }

  /**
   * Checks a name that a client or subscriber was given.
   *
   * @throws IllegalArgumentException if no cluster can have it
   */
  public static void check(String name) {
    if (!isAllowed(name)) {
      throw new IllegalArgumentException(
          "'%s' is no name of a cluster: a name is %s".formatted(ShownText.of(name), RANGE));
    }
  }
}
