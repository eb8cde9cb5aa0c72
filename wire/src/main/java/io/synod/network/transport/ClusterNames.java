package io.synod.network.transport;

import java.util.regex.Pattern;

/** What a client or subscriber may name as its cluster: what replicas take as cluster.name. */
public final class ClusterNames {
  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private ClusterNames() {}

  /**
   * Checks a name.
   *
   * @throws IllegalArgumentException if no cluster can have it
   */
  public static void check(String name) {
    if (!ALLOWED.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'%s' is no name of a cluster: a name is 1 to 64 of A-Z a-z 0-9 . _ -"
              .formatted(ShownText.of(name)));
    }
  }
}
