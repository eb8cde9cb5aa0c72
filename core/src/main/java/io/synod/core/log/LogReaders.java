package io.synod.core.log;

import io.synod.core.time.Deadline;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Who reads the log of this replica, and from which slot on each still needs it: peers and
 * subscribers that fetch a snapshot, or the slots behind it. The log is kept for them, within its
 * bytes; else, under load, it would begin behind every snapshot by the time that one is fetched.
 * One that does not ask again within its time counts as gone.
 */
public final class LogReaders {
  /**
   * The most readers whose slots are known; for one more, the subscriber that was silent longest
   * goes. Peers, whose keys are their numbers, are fewer and stay: no crowd of subscribers has the
   * log cut before them.
   */
  static final int READERS_MAX = 64;

  /** No reader needs any slot. */
  public static final long NOTHING = Long.MAX_VALUE;

  private final Log log;
  private final long patienceNanos;

  // The one that was silent longest comes first.
  private final Map<Object, Need> needs = new LinkedHashMap<>(16, 0.75f, true);
  private long oldest = NOTHING;

  /** A reader's time is over. Runs: while there are readers. */
  private final Deadline expiry = new Deadline();

  private static final class Need {
    long slot;
    long untilNanos;
  }

  /**
   * @param patienceNanos a reader that was silent for so long counts as gone
   */
  public LogReaders(Log log, long patienceNanos) {
    this.log = log;
    this.patienceNanos = patienceNanos;
  }

  /**
   * {@code reader} asks for a part of a snapshot.
   *
   * @param end of the snapshot; 0 if it is about to be chosen: it will reach the log as it is now
   */
  public void onSnapshotAsked(Object reader, long end, long nowNanos) {
    reads(reader, Math.max(end, log.first()), nowNanos);
  }

  /** {@code reader} goes on at {@code slot}; nothing is kept if the log begins later. */
  public void reads(Object reader, long slot, long nowNanos) {
    if (slot < log.first()) {
      return;
    }
    Need need = needs.computeIfAbsent(reader, any -> new Need());
    need.slot = slot;
    need.untilNanos = nowNanos + patienceNanos;
    if (needs.size() > READERS_MAX) {
      Iterator<Object> silent = needs.keySet().iterator();
      while (silent.next() instanceof Integer) {
        // The next one has been silent for less long.
      }
      silent.remove();
    }
    recount();
  }

  /**
   * {@code reader} is there and needs nothing before {@code slot}, if it is known to read. It may
   * be restoring a snapshot, and ask for nothing meanwhile.
   */
  public void stays(Object reader, long slot, long nowNanos) {
    Need need = needs.isEmpty() ? null : needs.get(reader);
    if (need != null) {
      need.slot = Math.max(need.slot, slot);
      need.untilNanos = nowNanos + patienceNanos;
      recount();
    }
  }

  /** {@code reader} is gone. */
  public void leaves(Object reader) {
    if (needs.remove(reader) != null) {
      recount();
    }
  }

  /** The oldest slot that a reader needs; {@link #NOTHING} without readers. */
  public long oldest(long nowNanos) {
    if (expiry.hasPassed(nowNanos)) {
      needs.values().removeIf(each -> nowNanos - each.untilNanos >= 0);
      recount();
    }
    return oldest;
  }

  private void recount() {
    oldest = NOTHING;
    expiry.clear();
    for (Need each : needs.values()) {
      oldest = Math.min(oldest, each.slot);
      expiry.setEarliest(each.untilNanos);
    }
  }
}
