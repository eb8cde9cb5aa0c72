package io.synod.core.snapshot;

import io.synod.core.effect.SnapshotEffects;
import io.synod.core.event.Event;
import io.synod.core.time.Deadline;

/**
 * Decides when this replica takes a snapshot: by bytes, slots or age, or because a peer or an
 * operator needs it.
 */
public final class SnapshotTrigger {
  // Who asks gets an older one if the next one is not there by then: a service that has halted may
  // give none, and a disk may be full.
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  // After one that failed: a full disk is not filled over and over.
  private static final long RETRY_NANOS = 1_000_000_000L;

  // And at the latest: with a full disk nothing more is delivered that would make the next one due.
  private static final long RETRY_NANOS_MAX = 60_000_000_000L;

  private final SnapshotSettings settings;
  private long storedEnd;
  private long bytesAtLast;
  private long slotsAtLast;
  private long wantedEnd;
  private boolean underWay;
  private long begunNanos;

  // Until then nobody's wish for one counts, after one that failed.
  private long retryAtNanos;

  /** Takes a snapshot of everything that was delivered. Runs: always. */
  private final Deadline age = new Deadline();

  /**
   * @param storedEnd of the newest snapshot on disk; 0 if there is none
   */
  public SnapshotTrigger(SnapshotSettings settings, long storedEnd) {
    this.settings = settings;
    this.storedEnd = storedEnd;
    slotsAtLast = storedEnd;
  }

  public void start(long nowNanos) {
    // The age of a snapshot that the start has found is unknown: it counts as too old.
    begunNanos = nowNanos - settings.recentNanos();
    retryAtNanos = nowNanos;
    setAge(nowNanos);
  }

  private void setAge(long nowNanos) {
    age.set(nowNanos + (settings.onDemand() ? SnapshotSettings.NEVER : settings.maxAgeNanos()));
  }

  /** Every slot before this one is in the newest snapshot on disk. */
  public long storedEnd() {
    return storedEnd;
  }

  /** Somebody needs a snapshot that reaches {@code slot}. Whether there is one already. */
  public boolean want(long slot) {
    wantedEnd = Math.max(wantedEnd, slot);
    return storedEnd >= slot;
  }

  /**
   * Somebody begins to fetch the newest one, to keep it. Whether it holds all that was delivered,
   * or is not too old; if not, another one is taken.
   *
   * @param delivered slots before this one were handed to the service
   */
  public boolean wantRecent(long delivered, long nowNanos) {
    if (storedEnd > 0 && storedEnd >= delivered) {
      return true;
    }
    long ageNanos = nowNanos - begunNanos;
    if (underWay) {
      return storedEnd > 0 && ageNanos >= PATIENCE_NANOS;
    }
    if (storedEnd > 0 && ageNanos < settings.recentNanos()) {
      return true;
    }
    want(delivered);
    return false;
  }

  /**
   * Takes one if it is due; called at the end of every step.
   *
   * @param delivered slots before this one were handed to the service
   * @param deliveredBytes since this replica started
   */
  public void update(long delivered, long deliveredBytes, long nowNanos, SnapshotEffects out) {
    boolean old = age.hasPassed(nowNanos);
    if (old) {
      setAge(nowNanos);
    }
    boolean due =
        old
            || wantedEnd > storedEnd && nowNanos - retryAtNanos >= 0
            || deliveredBytes - bytesAtLast >= settings.logBytes()
            || delivered - slotsAtLast >= settings.logSlots();
    if (due && !underWay && delivered > storedEnd) {
      underWay = true;
      wantedEnd = 0;
      bytesAtLast = deliveredBytes;
      slotsAtLast = delivered;
      begunNanos = nowNanos;
      setAge(nowNanos);
      out.takeSnapshot();
    }
  }

  /**
   * What failed is tried again when the next one is due or a minute has passed, or when it is
   * wanted after a second. On demand only what is wanted is.
   */
  public void onTaken(Event.SnapshotTaken event, long nowNanos, SnapshotEffects out) {
    underWay = false;
    if (event.stored()) {
      stored(event.end(), out);
    } else {
      retryAtNanos = nowNanos + RETRY_NANOS;
      if (!settings.onDemand()) {
        age.setEarliest(nowNanos + RETRY_NANOS_MAX);
      }
    }
  }

  /** Who asks again gets another one. */
  public void onLost(Event.SnapshotLost event) {
    storedEnd = Math.min(storedEnd, event.newestEnd());
  }

  /**
   * A snapshot with this end is durable. The one before it is kept too, and the journal from it.
   */
  public void stored(long end, SnapshotEffects out) {
    if (end > storedEnd) {
      out.cutJournal(storedEnd);
      storedEnd = end;
      slotsAtLast = Math.max(slotsAtLast, end);
    }
  }

  public long nextWakeUpNanos() {
    return age.atNanos();
  }
}
