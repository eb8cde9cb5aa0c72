package io.synod.core.execution;

import io.synod.core.version.ClusterVersion;
import io.synod.core.version.KnownVersions;

/**
 * The cluster has a version that this process does not know. The replica stops before the first
 * entry of that version. A reason for operators: it has no stack trace.
 */
public final class UnknownVersion extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ClusterVersion version;

  UnknownVersion(long slot, ClusterVersion version, KnownVersions known) {
    super(
        ("behind slot %d the cluster uses %s, and this process knows %s: start a build that knows"
                + " them. 'synod upgrade' shows what the others run")
            .formatted(slot, version, known),
        null,
        false,
        false);
    this.version = version;
  }

  /** That of the cluster. */
  public ClusterVersion version() {
    return version;
  }
}
