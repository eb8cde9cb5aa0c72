package io.synod.tuning.timeouts;

import io.synod.core.cluster.View;
import io.synod.core.settings.TimeoutRange;
import io.synod.core.time.Timeouts;

/**
 * Timeouts that follow what a replica measures, each within its range:
 *
 * <ul>
 *   <li>the election timeout, silences: of the leader of one view at a follower, of a quorum at the
 *       leader. It doubles when a candidate waits for promises in vain, and when a leader that was
 *       given up turns out to be alive.
 *   <li>until an Accept is sent again, the times that slots take to be decided;
 *   <li>until missing decisions are asked for again, the times that peers take to send them.
 * </ul>
 *
 * Used by one replica, on its thread; any thread may ask for the timeouts.
 */
public final class MeasuredTimeouts implements Timeouts {
  private final SilenceTime election;
  private final AnswerTime decisions;
  private final AnswerTime catchUps;
  private View leading = View.NONE;
  private long leaderHeardNanos;

  public MeasuredTimeouts(TimeoutRange election, TimeoutRange retransmit, TimeoutRange catchUp) {
    this.election = new SilenceTime(election);
    decisions = new AnswerTime(retransmit);
    catchUps = new AnswerTime(catchUp);
  }

  @Override
  public long electionNanos() {
    return election.timeoutNanos();
  }

  @Override
  public long retransmitNanos() {
    return decisions.timeoutNanos();
  }

  @Override
  public long catchUpNanos() {
    return catchUps.timeoutNanos();
  }

  @Override
  public void leaderHeard(View view, long nowNanos) {
    if (view.isBefore(leading)) {
      return;
    }
    if (view.equals(leading)) {
      election.heardAfter(nowNanos - leaderHeardNanos, nowNanos);
    }
    // The silence before the first message of a view is that of nobody alive.
    leading = view;
    leaderHeardNanos = nowNanos;
  }

  @Override
  public void quorumHeard(long silentNanos, long nowNanos) {
    election.heardAfter(silentNanos, nowNanos);
  }

  @Override
  public void electionFailed(long nowNanos) {
    election.tooShort(nowNanos);
  }

  @Override
  public void decided(long nanos) {
    decisions.answered(nanos);
  }

  @Override
  public void retransmitted() {
    decisions.unanswered();
  }

  @Override
  public void caughtUp(long nanos) {
    catchUps.answered(nanos);
  }

  @Override
  public void notCaughtUp() {
    catchUps.unanswered();
  }
}
