package io.synod.core.version;

import io.synod.core.check.Range;

/**
 * What all replicas use at one place of the log. It begins with {@link #FIRST} and is only ever
 * raised, by an {@link UpgradeEntry}; see docs/versions.md. Immutable.
 *
 * @param level the formats and rules of Synod: 1 or more
 * @param service the version of the service's behaviour: 1 or more
 */
public record ClusterVersion(int level, int service) {
  /** Of a log without an upgrade. */
  public static final ClusterVersion FIRST = new ClusterVersion(1, 1);

  public ClusterVersion {
    Range.atLeast(1, level, "level of a cluster");
    Range.atLeast(1, service, "version of a service");
  }

  /** With the higher level and the higher version of the two. */
  public ClusterVersion raisedTo(ClusterVersion other) {
    return new ClusterVersion(Math.max(level, other.level), Math.max(service, other.service));
  }

  /** In words. */
  @Override
  public String toString() {
    return "level " + level + " and service version " + service;
  }
}
