package io.synod.core.log;

import io.synod.core.check.Check;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.message.Vote;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The knowledge of this replica about each slot: the batch it accepted and in which view, or the
 * decision. Shared by all roles of one replica; kept for {@code [first, end)}.
 */
public final class Log {
  // Invariant: ownFirst <= first <= decided <= end, and no slot of [first, decided) is undecided.
  private Entry[] ring = new Entry[64];
  private long first;
  private long ownFirst;
  private long decided;
  private long end;
  private long bytes;
  private View lastAccepted = View.NONE;

  // Slots whose vote the disk has lost, and in which view it was; what was voted for is unknown.
  private final NavigableMap<Long, View> damaged = new TreeMap<>();

  private static final class Entry {
    View view;
    Batch batch;
    boolean decided;
  }

  /**
   * @param first every slot before this one is decided, and its effect is in the service's state
   */
  public Log(long first) {
    this.first = first;
    ownFirst = first;
    decided = first;
    end = first;
  }

  /** The oldest slot that is still kept. */
  public long first() {
    return first;
  }

  /**
   * Each slot of {@code [ownFirst, decided)} was decided here by itself, whether it is still kept
   * or not. In what a snapshot has stood in for, an earlier one may hold a vote that lost.
   */
  public long ownFirst() {
    return ownFirst;
  }

  /** Every slot before this one is decided. */
  public long decided() {
    return decided;
  }

  /** After the last slot of which anything is known. */
  public long end() {
    return end;
  }

  /** Bytes of the heap that the batches that are kept take. */
  public long bytes() {
    return bytes;
  }

  public boolean isDecided(long slot) {
    if (slot < decided) {
      return true;
    }
    Entry entry = entry(slot);
    return entry != null && entry.decided;
  }

  /**
   * The batch that was accepted or decided in {@code slot}; null if there is none or it was cut.
   */
  public Batch batch(long slot) {
    Entry entry = entry(slot);
    return entry == null ? null : entry.batch;
  }

  /** The view in which {@code slot} was last accepted here; null if it never was. */
  public View view(long slot) {
    Entry entry = entry(slot);
    return entry == null ? null : entry.view;
  }

  /** The vote for {@code slot} that a promise carries; null if nothing was accepted there. */
  public Vote vote(long slot) {
    Entry entry = entry(slot);
    if (entry == null) {
      return null;
    }
    View view = entry.view == null ? View.NONE : entry.view;
    return new Vote(slot, view, entry.decided, entry.batch);
  }

  /** The disk has lost what was voted for in {@code slot}, undecided, in {@code view}. */
  public void damage(long slot, View view) {
    Check.that(!isDecided(slot), "slot %d is decided, and its vote damaged", slot);
    damaged.put(slot, view);
  }

  /** Whether {@code slot} has a vote that the disk has lost, and no decision is known yet. */
  public boolean isDamaged(long slot) {
    return hasDamage() && damaged.containsKey(slot);
  }

  public boolean hasDamage() {
    return !damaged.isEmpty();
  }

  /** The first slot that is damaged. */
  public long firstDamaged() {
    return damaged.firstKey();
  }

  /** The acceptor votes for {@code batch} in {@code view}. */
  public void accept(View view, long slot, Batch batch) {
    Check.that(slot >= first, "slot %d was cut, the log begins at %d", slot, first);
    Check.that(!isDamaged(slot), "voting in slot %d, which is damaged", slot);
    Entry entry = open(slot);
    Check.that(
        entry.view == null || !view.isBefore(entry.view),
        "accepting in view %s after %s",
        view,
        entry.view);
    if (entry.decided) {
      Check.that(entry.batch.equals(batch), "slot %d is decided, not to be changed", slot);
    } else {
      // A leader proposes one value per slot; a vote that was sent never changes.
      Check.that(
          !view.equals(entry.view) || entry.batch.equals(batch),
          "slot %s has two values in view %s",
          slot,
          view);
      put(entry, batch);
    }
    if (!view.equals(lastAccepted)) {
      lastAccepted = view;
    }
    // One object for all slots of a view; each message has brought its own.
    entry.view = lastAccepted;
  }

  /** The learner knows that {@code batch} is chosen in {@code slot}, for ever. */
  public void decide(long slot, Batch batch) {
    if (slot < first) {
      return;
    }
    Entry entry = open(slot);
    if (entry.decided) {
      Check.that(entry.batch.equals(batch), "slot %d is decided twice, differently", slot);
      return;
    }
    put(entry, batch);
    entry.decided = true;
    damaged.remove(slot);
    advance();
  }

  /** Forgets every slot before {@code slot}, all of them decided. */
  public void cut(long slot) {
    Check.that(slot <= decided, "cutting up to %d, decided only up to %d", slot, decided);
    for (; first < slot; first++) {
      Entry entry = ring[index(first)];
      bytes -= entry.batch.heapBytes();
      ring[index(first)] = null;
    }
  }

  /** A snapshot holds the effect of every slot before {@code slot}: goes on from there. */
  public void skipTo(long slot) {
    for (; first < Math.min(slot, end); first++) {
      Entry entry = ring[index(first)];
      if (entry != null) {
        bytes -= entry.batch.heapBytes();
        ring[index(first)] = null;
      }
    }
    first = Math.max(first, slot);
    ownFirst = Math.max(ownFirst, slot);
    decided = Math.max(decided, slot);
    end = Math.max(end, slot);
    damaged.headMap(slot).clear();
    advance();
  }

  public void invariants() {
    Check.that(ownFirst <= first, "own decisions from %d on, log begins at %d", ownFirst, first);
    Check.that(first <= decided, "log begins at %d, decided up to %d", first, decided);
    Check.that(decided <= end, "log decided up to %d, ends at %d", decided, end);
  }

  private void advance() {
    while (decided < end && isEntryDecided(decided)) {
      decided++;
    }
  }

  private void put(Entry entry, Batch batch) {
    bytes += batch.heapBytes() - (entry.batch == null ? 0 : entry.batch.heapBytes());
    entry.batch = batch;
  }

  private Entry open(long slot) {
    if (slot - first >= ring.length) {
      grow(slot);
    }
    end = Math.max(end, slot + 1);
    Entry entry = ring[index(slot)];
    if (entry == null) {
      entry = new Entry();
      ring[index(slot)] = entry;
    }
    return entry;
  }

  private Entry entry(long slot) {
    return slot < first || slot >= end ? null : ring[index(slot)];
  }

  private boolean isEntryDecided(long slot) {
    Entry entry = ring[index(slot)];
    return entry != null && entry.decided;
  }

  private void grow(long slot) {
    int size = ring.length;
    while (slot - first >= size) {
      size *= 2;
    }
    Entry[] grown = new Entry[size];
    for (long kept = first; kept < end; kept++) {
      grown[(int) (kept & (size - 1))] = ring[index(kept)];
    }
    // A dead array that has become old would keep its batches from young collections.
    Arrays.fill(ring, null);
    ring = grown;
  }

  private int index(long slot) {
    return (int) (slot & (ring.length - 1));
  }
}
