package io.synod.replica.assembly;

import io.synod.core.execution.SnapshotContent;
import io.synod.core.membership.Membership;
import io.synod.core.membership.Memberships;
import io.synod.core.recovery.SurvivingLog;
import io.synod.replica.config.SynodConfig;
import java.io.IOException;
import java.io.InputStream;

/** The members of a cluster of which only some directories are left. Any thread. */
public final class SurvivingMembers {
  private SurvivingMembers() {}

  /**
   * The memberships behind the last known slot. A change of which only a vote is known may be
   * decided: it counts. Blocks.
   *
   * @param config with the members that hold while no change is known
   * @param snapshot the content of the snapshot with which {@code log} begins; null if there is
   *     none
   * @throws IOException if the snapshot cannot be read
   */
  public static Memberships of(SynodConfig config, InputStream snapshot, SurvivingLog log)
      throws IOException {
    Memberships memberships = of(config, snapshot);
    for (long slot = log.first(); slot < log.end(); slot++) {
      memberships = memberships.after(slot, log.at(slot).batch());
    }
    return memberships;
  }

  /**
   * Those of the first slot behind a snapshot. Blocks.
   *
   * @param config with the members that hold while no change is known
   * @param snapshot its content; null if there is none
   * @throws IOException if it cannot be read
   */
  public static Memberships of(SynodConfig config, InputStream snapshot) throws IOException {
    Membership first = CoreSettings.firstMembership(config);
    return snapshot == null
        ? Memberships.beginning(first)
        : SnapshotContent.read(snapshot, first).memberships();
  }
}
