package io.synod.core.recovery;

import io.synod.core.check.Check;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Origin;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.log.Log;
import io.synod.core.membership.Membership;
import io.synod.core.membership.Memberships;
import io.synod.core.message.MemberStatus;
import io.synod.core.message.Vote;
import io.synod.core.settings.Durability;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The durable state of a replica as storage has kept it. Storage replays the records into it in the
 * order in which they were persisted, reports each record that it has lost, and hands it to a new
 * {@code Replica}.
 */
public final class Recovered implements JournalRecord.Visitor {
  private final long nonce;
  private final long snapshotEnd;
  private final Origin origin;
  private final NavigableMap<Long, Entry> entries = new TreeMap<>();
  private final NavigableMap<Long, Lost> lost = new TreeMap<>();
  private Incarnations incarnations;
  private MemberStatus status = MemberStatus.NEW;
  private View promised = View.NONE;
  private long decidedEnd;
  private long stoodInEnd;
  private boolean beginsAnew;
  private String incomplete;
  private long damagedSnapshotEnd;
  private Memberships memberships;

  // Of the batches in entries.
  private long batchBytes;

  // What was known of the slots when the entries were given up; -1 while they are there.
  private long unknownThen = -1;
  private boolean keptThen;

  private record Entry(View view, Batch batch, boolean decided) {
    // Of the heap: the entry and its place in the map.
    static final int OVERHEAD_BYTES = 80;

    long bytes() {
      return batch.heapBytes() + OVERHEAD_BYTES;
    }
  }

  private record Lost(View view, String place) {}

  /**
   * @param nonce of this durable state: drawn when its directory was made, or at this start if none
   *     is kept
   * @param snapshotEnd the service's state holds every slot before this one
   */
  public Recovered(long nonce, long snapshotEnd) {
    this(nonce, snapshotEnd, Origin.NONE);
  }

  /**
   * Of a directory that may have been restored.
   *
   * @param origin the backup that it was restored from
   */
  public Recovered(long nonce, long snapshotEnd, Origin origin) {
    this.nonce = nonce;
    this.snapshotEnd = snapshotEnd;
    this.origin = origin;
    decidedEnd = snapshotEnd;
  }

  /** Of a replica that starts for the first time, or has kept nothing. */
  public static Recovered nothing(long nonce) {
    return new Recovered(nonce, 0);
  }

  /**
   * The memberships in the newest snapshot. Without this call the log begins with the first one.
   */
  public void begin(Memberships inSnapshot) {
    memberships = inSnapshot;
  }

  /**
   * Those of the first slot behind the newest snapshot.
   *
   * @param first the membership of the settings
   */
  public Memberships memberships(Membership first) {
    return memberships == null ? Memberships.beginning(first) : memberships;
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
    stoodInEnd = Math.max(stoodInEnd, record.first());
  }

  @Override
  public void onJoined(JournalRecord.Joined record) {
    boolean repeated = record.incarnations().equals(incarnations) && record.status() == status;
    incarnations = record.incarnations();
    status = record.status();
    if (status == MemberStatus.RECOVERING && !repeated) {
      // It joins again: nothing that it did before counts, and it fetches the decisions.
      beginsAnew = true;
      entries.clear();
      batchBytes = 0;
      lost.clear();
      decidedEnd = snapshotEnd;
      stoodInEnd = 0;
    }
  }

  /**
   * The vote for {@code slot}, in {@code view}, or the decision that was learnt there, cannot be
   * read. Called in the order of the records, so that a later record of the slot replaces it.
   *
   * @param view {@link View#NONE} for a decision that was learnt without a vote
   * @param place where it stood, for the operator
   */
  public void damaged(long slot, View view, String place) {
    promise(view);
    Entry known = entries.get(slot);
    if (slot >= snapshotEnd && (known == null || !known.decided)) {
      remove(slot);
      lost.put(slot, new Lost(view, place));
    }
  }

  /**
   * Older records were cut, because a snapshot holds their effect. Called after all records were
   * replayed; without a snapshot nothing shows which votes are missing.
   */
  public void cut() {
    if (snapshotEnd == 0 && !beginsAnew) {
      incomplete("the journal was cut, and the snapshots of what it held are gone");
    }
  }

  /** Records were lost, and it is unknown which: this durable state cannot be relied on. */
  public void incomplete(String reason) {
    incomplete = incomplete == null ? reason : incomplete;
  }

  /**
   * Every slot before {@code end} was in a snapshot that is damaged, and none that is whole reaches
   * as far: this durable state cannot be relied on until one does.
   */
  public void damagedSnapshot(long end) {
    damagedSnapshotEnd = end;
    incomplete("the newest snapshot is damaged");
  }

  /** Up to which slot a new snapshot must reach; 0 if none is damaged. */
  public long damagedSnapshotEnd() {
    return damagedSnapshotEnd;
  }

  /** Before it a peer's snapshot may have stood in for what was decided; 0 if none has. */
  public long stoodInEnd() {
    return stoodInEnd;
  }

  public long nonce() {
    return nonce;
  }

  public long snapshotEnd() {
    return snapshotEnd;
  }

  /** Null if this replica has neither been a member nor begun to join, as far as it knows. */
  public Incarnations incarnations() {
    return incarnations;
  }

  /** Of what it was last, as far as it knows. */
  public MemberStatus status() {
    return status;
  }

  /**
   * Whether this durable state has been a member, or has announced itself as one; not if it has
   * only begun to join.
   */
  public boolean hasBeenMember(int self) {
    return incarnations != null
        && incarnations.of(self).number() > 0
        && incarnations.of(self).nonce() == nonce;
  }

  /**
   * {@code known}, but with the last incarnation of this durable state where that is later: it may
   * have been a member as such, so no number up to that may be taken again.
   */
  public Incarnations withAnnounced(int self, Incarnations known) {
    boolean isLater = hasBeenMember(self) && incarnations.number(self) > known.number(self);
    return isLater ? known.with(self, incarnations.of(self)) : known;
  }

  public View promised() {
    return promised;
  }

  /** Where the vote of {@code slot} was lost. */
  public String place(long slot) {
    return lost.get(slot).place();
  }

  /** Why this durable state cannot be relied on; null if it can. */
  public String incompleteBecause() {
    if (incomplete != null) {
      return incomplete;
    }
    if (stoodInEnd > snapshotEnd) {
      return "the snapshot of the slots before %d is gone".formatted(stoodInEnd);
    }
    long slot = firstUnknown();
    return slot == decidedEnd
        ? null
        : "slot %d is in neither a snapshot nor the journal, which is decided up to %d"
            .formatted(slot, decidedEnd);
  }

  /** Whether nothing shows that this replica has ever been a member. */
  public boolean isNew() {
    return incarnations == null
        && incomplete == null
        && (isRestored() || snapshotEnd == 0 && !keepsSlots())
        && promised.equals(View.NONE);
  }

  /** Whether it was restored from a backup, and nothing shows that it has been a member since. */
  public boolean isRestored() {
    return !origin.isNone() && incarnations == null;
  }

  /** The backup from which it was restored, if it has not been a member since. */
  public Origin origin() {
    return isRestored() ? origin : Origin.NONE;
  }

  /**
   * Why a restored replica does not hold what was restored; null if it does, or {@link #isRestored}
   * is false. To be asked once all records were replayed.
   */
  public String whyNotAsRestored() {
    if (!isRestored()) {
      return null;
    }
    if (incomplete != null) {
      return incomplete;
    }
    boolean isWhole =
        decidedEnd == origin.end() && firstUnknown() == decidedEnd && lost.isEmpty() && isNew();
    return isWhole
        ? null
        : "it holds the slots before %d and was restored with those before %d"
            .formatted(firstUnknown(), origin.end());
  }

  /** Whether a replica of this level can go on where it was. */
  public boolean isMember(Durability durability) {
    return durability.keepsVotes() && status == MemberStatus.MEMBER && incompleteBecause() == null;
  }

  /**
   * What is known of each slot, from the snapshot on. A replica that has never been a member, and
   * was not restored, knows the decisions that it has learnt as a standby; one that joins again
   * knows nothing.
   */
  public Log log(Durability durability) {
    Check.that(unknownThen < 0, "the batches were given up");
    Log log = new Log(snapshotEnd);
    boolean counts = isMember(durability) || isRestored();
    if (!counts && incarnations == null) {
      decideLearnt(log);
    }
    if (!counts) {
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

  /** What the batches that are kept so far take of the heap. */
  public long batchBytes() {
    return batchBytes;
  }

  /**
   * A replica has made its log of them: from now on the batches are the log's alone. What else is
   * known of the durable state stays.
   */
  public void giveUpBatches() {
    keptThen = keepsSlots();
    unknownThen = firstUnknown();
    entries.clear();
    batchBytes = 0;
  }

  private boolean keepsSlots() {
    return unknownThen < 0 ? !entries.isEmpty() : keptThen;
  }

  /**
   * Passes on what is kept of each slot from the snapshot on, by ascending slot, whether or not
   * this replica may vote. A slot below the decided end counts as decided only if nothing is
   * missing, since a later record may have replaced the vote, or a snapshot stood in for it.
   */
  public void visitKept(Consumer<Vote> kept) {
    boolean isWhole = incompleteBecause() == null;
    for (Map.Entry<Long, Entry> known : entries.entrySet()) {
      long slot = known.getKey();
      Entry entry = known.getValue();
      boolean decided = entry.decided || isWhole && slot < decidedEnd;
      View view = entry.view == null ? View.NONE : entry.view;
      kept.accept(new Vote(slot, view, decided, entry.batch));
    }
  }

  /**
   * The view of each slot whose vote is lost, {@link View#NONE} for a lost decision; of slots of
   * which nothing later is kept.
   */
  public NavigableMap<Long, View> lostVotes() {
    NavigableMap<Long, View> views = new TreeMap<>();
    lost.forEach((slot, vote) -> views.put(slot, vote.view()));
    return views;
  }

  /**
   * Not those behind a gap: if this replica joins again, its journal begins anew, and a snapshot
   * must hold what the log has decided without a gap.
   */
  private void decideLearnt(Log log) {
    long next = snapshotEnd;
    for (Map.Entry<Long, Entry> known : entries.entrySet()) {
      if (known.getKey() > next || !known.getValue().decided) {
        return;
      }
      log.decide(next++, known.getValue().batch);
    }
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
      remove(slot);
      entries.put(slot, entry);
      batchBytes += entry.bytes();
    } else if (entry.view != null) {
      entries.put(slot, new Entry(entry.view, known.batch, true));
    }
  }

  private void remove(long slot) {
    Entry gone = entries.remove(slot);
    batchBytes -= gone == null ? 0 : gone.bytes();
  }

  /** The first slot below {@code decidedEnd} that was neither kept nor named as lost. */
  private long firstUnknown() {
    if (unknownThen >= 0) {
      return unknownThen;
    }
    long slot = snapshotEnd;
    while (slot < decidedEnd && (entries.containsKey(slot) || lost.containsKey(slot))) {
      slot++;
    }
    return Math.min(slot, Math.max(decidedEnd, snapshotEnd));
  }
}
