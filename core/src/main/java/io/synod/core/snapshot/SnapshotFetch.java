package io.synod.core.snapshot;

import io.synod.core.check.Check;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.effect.FetchEffects;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.SnapshotPart;
import io.synod.core.time.Deadline;

/**
 * Fetches a snapshot from a peer, part by part: one part is asked for or being stored at a time, at
 * a limited rate. A part that does not come is asked for again, after twice as long each time. A
 * peer that stays silent is given up, and with it the parts that it has sent, because other peers'
 * snapshots have other bytes.
 */
public final class SnapshotFetch {
  /** As the end: of whichever snapshot the peer has taken last. */
  public static final long NEWEST = 0;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final int TRIES = 5;

  // Tries at a peer that has not answered at all: it may be down, and others may have a snapshot
  // too.
  private static final int TRIES_UNHEARD = 2;
  private static final int NOBODY = -1;
  private static final int NOT_ASKED = -1;

  private final SnapshotSettings settings;
  private int peer = NOBODY;
  private long end;
  private long offset;

  // How often the part was asked for again.
  private int tries;
  private boolean heard;
  private boolean storing;
  private long askedNanos;

  /** Asks for a part, first or again. Runs: while a peer is being asked and nothing is stored. */
  private final Deadline ask = new Deadline();

  // Fetches in a row that ended because a part could not be stored.
  private int unstored;

  /**
   * Until then no other fetch may begin. Runs: after a part could not be stored, as on a full disk.
   */
  private final Deadline pause = new Deadline();

  public SnapshotFetch(SnapshotSettings settings) {
    this.settings = settings;
  }

  public boolean isActive() {
    return peer != NOBODY;
  }

  /**
   * Whether the last fetch ended because a part could not be stored, a short time ago: twice as
   * long each time in a row. A replica would otherwise fetch the same parts as fast as its peer
   * sends them.
   */
  public boolean isPausing(long nowNanos) {
    return pause.isSet() && !pause.hasPassed(nowNanos);
  }

  /** Whether a part was handed to storage and {@link #onStored} has not reported it yet. */
  public boolean isStoring() {
    return storing;
  }

  /** The peer is lost; not while a part is being stored. */
  public void abandon(FetchEffects out) {
    Check.that(!storing, "a fetch is abandoned while a part of snapshot %d is being stored", end);
    giveUp(out);
  }

  /**
   * Begins; the caller makes sure that no fetch is active.
   *
   * @param leastEnd slots before this one must be in the snapshot: if they are in none yet, the
   *     peer takes another one; {@link #NEWEST} if any may do
   */
  public void begin(int from, long missing, long leastEnd, long nowNanos, FetchEffects out) {
    Check.that(!isActive(), "fetching from %d, and of replica %d", peer, from);
    peer = from;
    end = leastEnd;
    offset = 0;
    tries = 0;
    heard = false;
    storing = false;
    pause.clear();
    out.observe(new ProtocolEvent.FetchingSnapshot(missing, from));
    ask(nowNanos, out);
  }

  /**
   * @param decided what this replica knows to be decided: a snapshot that ends there is of no use
   * @return whether the part was expected
   */
  public boolean onPart(int from, SnapshotPart part, long decided, FetchEffects out) {
    heard |= from == peer;
    if (from != peer || storing || part.end() == 0) {
      // Without an end the peer is still taking one: asked again when the timer runs out, but not
      // for ever, for it may fail to.
      return from == peer;
    }
    if (part.end() <= decided) {
      giveUp(out);
      return true;
    }
    // A peer that has taken another snapshot meanwhile sends that from its beginning. One with an
    // earlier end was sent before, and has lingered.
    boolean another = part.end() > end;
    if (part.end() < end || part.offset() != (another ? 0 : offset)) {
      return false;
    }
    end = part.end();
    tries = 0;
    storing = true;
    ask.clear();
    out.storeSnapshotPart(part);
    return true;
  }

  /**
   * The part that was handed out is stored, or could not be. Nothing ends a fetch meanwhile, so
   * this is always about the part that it waits for.
   *
   * @return whether the snapshot is whole. Then the fetch is over
   */
  public boolean onStored(Event.PartStored event, long nowNanos, FetchEffects out) {
    Check.that(storing, "a part of the snapshot up to %d is stored, none is expected", event.end());
    storing = false;
    if (event.complete()) {
      peer = NOBODY;
      unstored = 0;
      return true;
    }
    if (event.received() < 0) {
      giveUp(out);
      pause.set(nowNanos + timeoutNanos(unstored));
      unstored++;
      return false;
    }
    long bytes = event.received() - offset;
    offset = event.received();
    tries = NOT_ASKED;
    ask.set(Math.max(nowNanos, askedNanos + bytes * NANOS_PER_SECOND / settings.bytesPerSecond()));
    return false;
  }

  public void onDeadline(long nowNanos, FetchEffects out) {
    if (pause.hasPassed(nowNanos)) {
      pause.clear();
    }
    if (!ask.hasPassed(nowNanos)) {
      return;
    }
    if (tries >= (heard ? TRIES : TRIES_UNHEARD)) {
      giveUp(out);
    } else {
      tries++;
      ask(nowNanos, out);
    }
  }

  public long nextWakeUpNanos() {
    return Math.min(ask.atNanos(), pause.atNanos());
  }

  private void giveUp(FetchEffects out) {
    peer = NOBODY;
    ask.clear();
    out.dropSnapshotParts();
  }

  private void ask(long nowNanos, FetchEffects out) {
    askedNanos = nowNanos;
    // Longer each time: a peer that serves many would be kept busy with what it has sent already.
    ask.set(nowNanos + timeoutNanos(tries));
    out.send(ReplicaSet.of(peer), new FetchSnapshot(end, offset, settings.partBytes()));
  }

  private long timeoutNanos(int failures) {
    return settings.timeoutNanos() << Math.min(failures, SnapshotSettings.DOUBLINGS_MAX);
  }
}
