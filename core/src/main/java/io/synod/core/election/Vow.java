package io.synod.core.election;

import io.synod.core.cluster.View;
import io.synod.core.settings.ElectionSettings;
import io.synod.core.time.Deadline;

/**
 * An acceptor's side of leases: it has acknowledged a heartbeat of one view and promises no other
 * view for an election timeout. It does not know what it has vowed before its last start, so it
 * promises nothing for as long after it. Without leases it forbids nothing.
 *
 * <p>An acceptor follows a later view at once when that view's leader sends a message: a Phase 1
 * quorum has elected it, so no lease of an earlier view holds any more.
 */
public final class Vow {
  private final boolean on;
  private final long lengthNanos;

  // The view that may be promised; none after a start.
  private View view = View.NONE;

  /** Ends the vow. Runs: while it holds, and until the next one. */
  private final Deadline end = new Deadline();

  public Vow(ElectionSettings settings) {
    on = settings.lease().on();
    lengthNanos = settings.timeoutNanos();
  }

  /** The replica starts. */
  public void start(long nowNanos) {
    give(View.NONE, nowNanos);
  }

  /** A heartbeat of {@code leader} has come, and will be acknowledged. */
  public void give(View leader, long nowNanos) {
    if (on) {
      view = leader;
      end.set(nowNanos + lengthNanos);
    }
  }

  /**
   * The membership of the vowed view is over. The vow of a start stays: it stands for one of any
   * view that was given before.
   */
  public void release() {
    if (!view.equals(View.NONE)) {
      view = View.NONE;
      end.clear();
    }
  }

  /**
   * Whether a promise of {@code asked} would break the vow.
   *
   * @param transferred the view whose leader has transferred its leadership to the leader of {@code
   *     asked}, and so uses no lease; {@link View#NONE} if none has
   */
  public boolean forbids(View asked, View transferred, long nowNanos) {
    boolean isHeld = end.isSet() && !end.hasPassed(nowNanos);
    boolean isReleased = !transferred.equals(View.NONE) && transferred.equals(view);
    return isHeld && !asked.equals(view) && !isReleased;
  }
}
