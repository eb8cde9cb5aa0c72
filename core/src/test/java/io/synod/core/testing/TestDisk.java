package io.synod.core.testing;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.DecisionsWanted;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import io.synod.core.recovery.Recovered;
import io.synod.core.settings.Durability;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * One replica's directory. What is written, and what waits for it, stays behind in the order of its
 * coming while the disk stalls; a crash then loses it.
 */
public final class TestDisk {
  private static final long OTHER_NONCE = 1_000_000;
  private static final int SNAPSHOTS_KEPT = 2;

  private final Durability durability;
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
  private final List<JournalRecord> records = new ArrayList<>();
  private final NavigableMap<Long, byte[]> snapshots = new TreeMap<>();
  private final List<Damage> damaged = new ArrayList<>();
  private long nonce;
  private long cutAt;
  private long damagedSnapshotEnd;
  private String incomplete;
  private boolean stalls;

  // Votes and decisions among what waits.
  private int waitingSlots;

  /**
   * @param after the record behind which it stood; null if it was the first
   */
  private record Damage(long slot, View view, JournalRecord after) {}

  TestDisk(Durability durability, long nonce) {
    this.durability = durability;
    this.nonce = nonce;
  }

  /** What is durable, oldest first. */
  public List<JournalRecord> records() {
    return records;
  }

  /** The ends of the snapshots that are kept, oldest first. */
  public List<Long> snapshotEnds() {
    return List.copyOf(snapshots.keySet());
  }

  /** No vote or decision before this slot is in the journal any more. */
  public long cutAt() {
    return cutAt;
  }

  /** Facts that are durable, of one kind. */
  public <F extends JournalRecord> List<F> records(Class<F> kind) {
    return records.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** Whether a replica that starts from it remembers every promise and vote that it has sent. */
  public boolean isWhole() {
    Recovered recovered = recover();
    return recovered.isMember(durability) && !recovered.log(durability).hasDamage();
  }

  /** The last slot in the journal; -1 if there is none. */
  public long lastSlot() {
    return records.stream().mapToLong(TestDisk::slot).max().orElse(-1);
  }

  /** The body of the last record of {@code slot}, if any, rots: a vote, or what was learnt. */
  public void damage(long slot) {
    for (int at = records.size() - 1; at >= 0; at--) {
      if (slot(records.get(at)) == slot) {
        JournalRecord lost = records.remove(at);
        View view = lost instanceof JournalRecord.Voted vote ? vote.view() : View.NONE;
        damaged.add(new Damage(slot, view, at == 0 ? null : records.get(at - 1)));
        return;
      }
    }
  }

  /** Something is lost that cannot be named. */
  public void rot(String reason) {
    incomplete = reason;
  }

  /** As if there had never been a newest snapshot. */
  public void loseNewestSnapshot() {
    snapshots.pollLastEntry();
  }

  /** The newest snapshot does not pass its checks any more. */
  public void damageNewestSnapshot() {
    damagedSnapshotEnd = snapshots.pollLastEntry().getKey();
  }

  /** It is the directory with this nonce. */
  public void rename(long other) {
    nonce = other;
  }

  /** As if the directory had never been. */
  public void lose() {
    records.clear();
    snapshots.clear();
    damaged.clear();
    cutAt = 0;
    damagedSnapshotEnd = 0;
    incomplete = null;
    nonce += OTHER_NONCE;
  }

  void stall() {
    stalls = true;
  }

  void resume() {
    stalls = false;
    while (!waiting.isEmpty()) {
      waiting.poll().run();
    }
  }

  /** What waits is lost; what is not kept at this level is forgotten. */
  void crash() {
    waiting.clear();
    waitingSlots = 0;
    stalls = false;
    if (!durability.keepsIncarnations()) {
      lose();
    }
  }

  /**
   * @param applied when {@code record} is durable, or at once if the level does not keep it
   */
  void write(JournalRecord record, Runnable applied) {
    if (record.isKeptAt(durability)) {
      waitingSlots += slot(record) < 0 ? 0 : 1;
      later(
          true,
          () -> {
            waitingSlots -= slot(record) < 0 ? 0 : 1;
            keep(record);
            applied.run();
          });
    } else {
      whenDurable(applied);
    }
  }

  /** Runs {@code action} once everything written before it is durable. */
  void whenDurable(Runnable action) {
    later(durability.keepsVotes() || !waiting.isEmpty(), action);
  }

  /** Runs {@code action} once all votes and decisions written before it can be read. */
  void whenReadable(Runnable action) {
    later(waitingSlots > 0, action);
  }

  /** Forgets votes and decisions before {@code slot}, but no promise. */
  void cut(long slot) {
    View promised = View.NONE;
    for (JournalRecord record : records) {
      View view = record instanceof JournalRecord.Voted vote ? vote.view() : View.NONE;
      view = record instanceof JournalRecord.Promised promise ? promise.view() : view;
      promised = view.isAfter(promised) ? view : promised;
    }
    records.removeIf(record -> slot(record) >= 0 && slot(record) < slot);
    damaged.removeIf(damage -> damage.slot() < slot);
    if (!promised.equals(View.NONE)) {
      records.add(0, new JournalRecord.Promised(promised));
    }
    cutAt = Math.max(cutAt, slot);
  }

  /** What the last records of consecutive slots hold; as many as are wanted and there. */
  List<Batch> decisions(DecisionsWanted wanted) {
    return wanted.collect(this::last);
  }

  private Batch last(long slot) {
    Batch last = null;
    for (JournalRecord record : records) {
      if (slot(record) == slot) {
        last =
            record instanceof JournalRecord.Voted vote
                ? vote.batch()
                : ((JournalRecord.Learnt) record).batch();
      }
    }
    return last;
  }

  void store(long end, byte[] snapshot) {
    snapshots.put(end, snapshot);
    while (snapshots.size() > SNAPSHOTS_KEPT) {
      snapshots.pollFirstEntry();
    }
  }

  /** The end of the newest snapshot; 0 if there is none. */
  long newestSnapshot() {
    return snapshots.isEmpty() ? 0 : snapshots.lastKey();
  }

  /** Null if there is none with this end (any more). */
  byte[] snapshot(long end) {
    return snapshots.get(end);
  }

  Recovered recover() {
    Recovered recovered = new Recovered(nonce, newestSnapshot());
    damaged.stream().filter(d -> !records.contains(d.after())).forEach(d -> report(d, recovered));
    for (JournalRecord record : records) {
      record.visit(recovered);
      damaged.stream().filter(d -> record.equals(d.after())).forEach(d -> report(d, recovered));
    }
    if (damagedSnapshotEnd > newestSnapshot()) {
      recovered.damagedSnapshot(damagedSnapshotEnd);
    }
    if (incomplete != null) {
      recovered.incomplete(incomplete);
    }
    return recovered;
  }

  private static void report(Damage damage, Recovered recovered) {
    recovered.damaged(damage.slot(), damage.view(), "record of slot " + damage.slot());
  }

  private void keep(JournalRecord record) {
    records.add(record);
    if (record instanceof JournalRecord.Joined joined
        && joined.status() == MemberStatus.RECOVERING) {
      // What was written before it, legible or not, counts no more.
      incomplete = null;
      damaged.clear();
    }
  }

  private void later(boolean mustWait, Runnable action) {
    if (stalls && mustWait) {
      waiting.add(action);
    } else {
      action.run();
    }
  }

  private static long slot(JournalRecord record) {
    if (record instanceof JournalRecord.Voted vote) {
      return vote.slot();
    }
    return record instanceof JournalRecord.Learnt learnt ? learnt.slot() : -1;
  }
}
