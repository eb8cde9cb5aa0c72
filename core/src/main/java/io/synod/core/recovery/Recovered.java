package io.synod.core.recovery;

import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.log.Log;
import io.synod.core.message.MemberStatus;
import io.synod.core.settings.Durability;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What storage has kept of a replica's memory. Storage replays the records into it, in the order in
 * which they were persisted, names what it has lost, and hands it to a new {@code Replica}.
 */
public final class Recovered implements JournalRecord.Visitor {
  private final long nonce;
  private final long snapshotEnd;
  private final NavigableMap<Long, Entry> entries = new TreeMap<>();
  private final NavigableMap<Long, Lost> lost = new TreeMap<>();
  private Incarnations incarnations;
  private MemberStatus status = MemberStatus.NEW;
  private View promised = View.NONE;
  private long decidedEnd;
  private boolean beginsAnew;
  private String incomplete;

  private record Entry(View view, Batch batch, boolean decided) {}

  private record Lost(View view, String place) {}

  /**
   * @param nonce of this memory: drawn when its directory was made, or at this start if none is
   *     kept
   * @param snapshotEnd the service's state holds every slot before this one
   */
  public Recovered(long nonce, long snapshotEnd) {
    this.nonce = nonce;
    this.snapshotEnd = snapshotEnd;
    decidedEnd = snapshotEnd;
  }

  /** Of a replica that starts for the first time, or remembers nothing. */
  public static Recovered nothing(long nonce) {
    return new Recovered(nonce, 0);
  }

  @Override
  public void onPromised(JournalRecord.Promised record) {
    promise(record.view());
  }

  @Override
  public void onVoted(JournalRecord.Voted record) {
    promise(record.view());
    put(record.slot(), new Entry(record.view(), record.batch(), false));
  }

  @Override
  public void onLearnt(JournalRecord.Learnt record) {
    put(record.slot(), new Entry(null, record.batch(), true));
  }

  @Override
  public void onDecidedUpTo(JournalRecord.DecidedUpTo record) {
    decidedEnd = Math.max(decidedEnd, record.end());
  }

  @Override
  public void onJoined(JournalRecord.Joined record) {
    boolean repeated = record.incarnations().equals(incarnations) && record.status() == status;
    incarnations = record.incarnations();
    status = record.status();
    if (status == MemberStatus.RECOVERING && !repeated) {
      // It joins anew: nothing that it did before counts, and what is decided is fetched.
      beginsAnew = true;
      entries.clear();
      lost.clear();
      decidedEnd = snapshotEnd;
    }
  }

  /**
   * The vote for {@code slot}, in {@code view}, cannot be read, or what was learnt to be decided
   * there. In its turn among the records, so that what follows makes up for it.
   *
   * @param view {@link View#NONE} of what was learnt: no vote tells what that was
   * @param place where it stood, for the operator
   */
  public void damaged(long slot, View view, String place) {
    promise(view);
    Entry known = entries.get(slot);
    if (slot >= snapshotEnd && (known == null || !known.decided)) {
      entries.remove(slot);
      lost.put(slot, new Lost(view, place));
    }
  }

  /**
   * Older records were cut, for a snapshot holds what they did. After all records were replayed;
   * without a snapshot nothing tells which votes are missing.
   */
  public void cut() {
    if (snapshotEnd == 0 && !beginsAnew) {
      incomplete("the journal was cut, and the snapshots of what it held are gone");
    }
  }

  /** Something was lost that cannot be named: this memory is not to be relied on. */
  public void incomplete(String reason) {
    incomplete = incomplete == null ? reason : incomplete;
  }

  public long nonce() {
    return nonce;
  }

  public long snapshotEnd() {
    return snapshotEnd;
  }

  /** Null if this replica has never taken part, as far as it knows. */
  public Incarnations incarnations() {
    return incarnations;
  }

  public View promised() {
    return promised;
  }

  /** Where the vote of {@code slot} was lost. */
  public String place(long slot) {
    return lost.get(slot).place();
  }

  /** Why this memory cannot be relied on; null if it can. */
  public String incompleteBecause() {
    if (incomplete != null) {
      return incomplete;
    }
    long slot = firstUnknown();
    return slot == decidedEnd
        ? null
        : "slot %d is in neither a snapshot nor the journal, which is decided up to %d"
            .formatted(slot, decidedEnd);
  }

  /** Whether nothing tells that this replica has ever taken part. */
  public boolean isNew() {
    return incarnations == null
        && incomplete == null
        && snapshotEnd == 0
        && entries.isEmpty()
        && promised.equals(View.NONE);
  }

  /** Whether a replica of this level can go on where it was. */
  public boolean isMember(Durability durability) {
    return durability.keepsVotes() && status == MemberStatus.MEMBER && incompleteBecause() == null;
  }

  /** What is known of each slot; from the snapshot on, and nothing if this is no member. */
  public Log log(Durability durability) {
    Log log = new Log(snapshotEnd);
    if (!isMember(durability)) {
      return log;
    }
    lost.forEach((slot, vote) -> log.damage(slot, vote.view()));
    for (Map.Entry<Long, Entry> known : entries.entrySet()) {
      Entry entry = known.getValue();
      if (entry.view != null) {
        log.accept(entry.view, known.getKey(), entry.batch);
      }
      if (entry.decided || known.getKey() < decidedEnd) {
        log.decide(known.getKey(), entry.batch);
      }
    }
    return log;
  }

  // A vote promises its view too.
  private void promise(View view) {
    promised = view.isAfter(promised) ? view : promised;
  }

  private void put(long slot, Entry entry) {
    if (slot < snapshotEnd) {
      return;
    }
    lost.remove(slot);
    Entry known = entries.get(slot);
    if (known == null || !known.decided) {
      entries.put(slot, entry);
    } else if (entry.view != null) {
      entries.put(slot, new Entry(entry.view, known.batch, true));
    }
  }

  /** The first slot below {@code decidedEnd} that was neither kept nor named as lost. */
  private long firstUnknown() {
    long slot = snapshotEnd;
    while (slot < decidedEnd && (entries.containsKey(slot) || lost.containsKey(slot))) {
      slot++;
    }
    return Math.min(slot, Math.max(decidedEnd, snapshotEnd));
  }
}
