package io.synod.benchmarks.process;

import java.util.List;
import java.util.Map;

/**
 * The work of a replica's journal.
 *
 * @param syncs number of waits for the disk
 * @param bytes that were written
 */
public record JournalUse(long syncs, long bytes) {
  public static final JournalUse NONE = new JournalUse(0, 0);

  /** The work of the leader's journal since its start; none if {@code statuses} are empty. */
  static JournalUse ofLeader(List<Map<String, Object>> statuses) {
    if (statuses.isEmpty()) {
      return NONE;
    }
    Map<?, ?> storage = (Map<?, ?>) ClusterStatus.leader(statuses).get("storage");
    return new JournalUse(
        ClusterStatus.number(storage, "journalSyncs"),
        ClusterStatus.number(storage, "journalBytes"));
  }

  JournalUse since(JournalUse before) {
    return new JournalUse(syncs - before.syncs, bytes - before.bytes);
  }
}
