package io.synod.core.version;

import io.synod.core.check.Range;

/**
 * The versions that one process knows. Immutable.
 *
 * @param lowestLevel 1 or more
 * @param highestLevel not below {@code lowestLevel}
 * @param oldestService 1 or more
 * @param newestService not below {@code oldestService}
 */
public record KnownVersions(
    int lowestLevel, int highestLevel, int oldestService, int newestService) {
  /** The lowest level that this version of Synod knows. */
  public static final int LOWEST_LEVEL = 1;

  /** The highest level that this version of Synod knows. */
  public static final int HIGHEST_LEVEL = 1;

  /** Of this version of Synod, with a service that has never changed its behaviour. */
  public static final KnownVersions FIRST = of(1, 1);

  public KnownVersions {
    Range.atLeast(1, lowestLevel, "lowest level");
    Range.atLeast(lowestLevel, highestLevel, "highest level");
    Range.atLeast(1, oldestService, "oldest version of the service");
    Range.atLeast(oldestService, newestService, "newest version of the service");
  }

  /** Of this version of Synod with such a service. */
  public static KnownVersions of(int oldestService, int newestService) {
    return new KnownVersions(LOWEST_LEVEL, HIGHEST_LEVEL, oldestService, newestService);
  }

  public boolean knows(ClusterVersion version) {
    return lowestLevel <= version.level()
        && version.level() <= highestLevel
        && oldestService <= version.service()
        && version.service() <= newestService;
  }

  /** The highest of both. */
  public ClusterVersion newest() {
    return new ClusterVersion(highestLevel, newestService);
  }

  /** In words. */
  @Override
  public String toString() {
    return range("level", lowestLevel, highestLevel)
        + " and "
        + range("service version", oldestService, newestService);
  }

  private static String range(String what, int first, int last) {
    return first == last ? what + " " + first : what + "s " + first + " to " + last;
  }
}
