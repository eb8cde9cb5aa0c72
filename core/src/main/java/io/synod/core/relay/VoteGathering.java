package io.synod.core.relay;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.effect.Effects;
import io.synod.core.message.Accepted;
import io.synod.core.time.Deadline;
import java.util.ArrayList;
import java.util.List;

/**
 * Gathers the votes of a relay's groups, its own included (PigPaxos, sections 3.2 and 4.2). The
 * relay reports a slot to the leader once as many replicas have voted as the leader asked for, and
 * again once all have voted or after the timeout. It passes later votes on as they come. The votes
 * of one cycle leave together: one Accepted for a range of slots with the same voters.
 *
 * <p>A vote of a slot that is not gathered is passed on alone: a vote is true, whichever replica
 * sends it.
 */
public final class VoteGathering {
  private final long timeoutNanos;
  private final Slot[] window;
  private final List<Accepted> ready = new ArrayList<>();

  /**
   * Reports the votes that have come so far. Runs: while a slot is not late and votes of it are
   * missing.
   */
  private final Deadline timeout = new Deadline();

  private static final class Slot {
    final View view;
    final long slot;
    ReplicaSet expected;
    int answers;
    ReplicaSet voted = ReplicaSet.EMPTY;
    ReplicaSet reported = ReplicaSet.EMPTY;
    long untilNanos;
    boolean late;

    Slot(View view, long slot) {
      this.view = view;
      this.slot = slot;
    }

    boolean isMissingVotes() {
      return !voted.contains(expected);
    }

    boolean isBefore(View otherView, long otherSlot) {
      return view.isBefore(otherView) || view.equals(otherView) && slot < otherSlot;
    }
  }

  /**
   * @param window slots of which votes are gathered at a time; at least as many as a leader opens
   */
  public VoteGathering(int window, long timeoutNanos) {
    this.timeoutNanos = timeoutNanos;
    this.window = new Slot[window];
  }

  /**
   * The leader of {@code view} has given {@code slot} to this relay, for the first time or again:
   * then it lacks votes, and the relay reports all of them again.
   *
   * @param expected the replicas that are to vote, this one included
   * @param answers votes after which the relay reports to the leader for the first time
   */
  public void begin(View view, long slot, ReplicaSet expected, int answers, long nowNanos) {
    Slot before = window[index(slot)];
    Slot gathered = at(view, slot);
    if (gathered == null && before != null) {
      if (!before.isBefore(view, slot)) {
        return;
      }
      report(before);
    }
    if (gathered == null) {
      gathered = new Slot(view, slot);
      window[index(slot)] = gathered;
    }
    gathered.expected = expected;
    gathered.answers = answers;
    gathered.reported = ReplicaSet.EMPTY;
    gathered.late = false;
    gathered.untilNanos = nowNanos + timeoutNanos;
    if (!timeout.isSet()) {
      timeout.set(gathered.untilNanos);
    }
  }

  /** Votes for a leader that is not this replica. */
  public void onAccepted(Accepted message) {
    ReplicaSet voters = message.voters();
    if (message.end() - message.first() > window.length) {
      ready.add(message);
      return;
    }
    for (long slot = message.first(); slot < message.end(); slot++) {
      Slot gathered = at(message.view(), slot);
      if (gathered == null || !gathered.expected.contains(voters)) {
        ready.add(new Accepted(message.view(), slot, voters));
      } else {
        gathered.voted = gathered.voted.with(voters);
        if (isDue(gathered)) {
          report(gathered);
        }
      }
    }
  }

  private static boolean isDue(Slot gathered) {
    boolean first = gathered.reported.isEmpty() && gathered.voted.size() >= gathered.answers;
    return first || gathered.late || !gathered.isMissingVotes();
  }

  public void onDeadline(long nowNanos) {
    if (!timeout.hasPassed(nowNanos)) {
      return;
    }
    timeout.clear();
    for (Slot gathered : window) {
      if (gathered == null || gathered.late || !gathered.isMissingVotes()) {
        continue;
      }
      if (nowNanos - gathered.untilNanos >= 0) {
        gathered.late = true;
        report(gathered);
      } else if (!timeout.isSet() || gathered.untilNanos - timeout.atNanos() < 0) {
        timeout.set(gathered.untilNanos);
      }
    }
  }

  public long nextWakeUpNanos() {
    return timeout.atNanos();
  }

  /** Sends the votes that are ready, in ranges. */
  public void endCycle(Effects out) {
    Accepted range = null;
    for (Accepted votes : ready) {
      if (range != null && continues(range, votes)) {
        range = new Accepted(range.view(), range.first(), votes.end(), range.voters());
      } else {
        send(range, out);
        range = votes;
      }
    }
    send(range, out);
    ready.clear();
  }

  private static boolean continues(Accepted range, Accepted votes) {
    return range.end() == votes.first()
        && range.voters().equals(votes.voters())
        && range.view().equals(votes.view());
  }

  private static void send(Accepted votes, Effects out) {
    if (votes != null) {
      out.send(ReplicaSet.of(votes.view().leader()), votes);
    }
  }

  private void report(Slot gathered) {
    ReplicaSet unsent = gathered.voted.without(gathered.reported);
    if (!unsent.isEmpty()) {
      ready.add(new Accepted(gathered.view, gathered.slot, unsent));
      gathered.reported = gathered.voted;
    }
  }

  private Slot at(View view, long slot) {
    Slot gathered = window[index(slot)];
    return gathered != null && gathered.slot == slot && gathered.view.equals(view)
        ? gathered
        : null;
  }

  private int index(long slot) {
    return (int) (slot % window.length);
  }
}
