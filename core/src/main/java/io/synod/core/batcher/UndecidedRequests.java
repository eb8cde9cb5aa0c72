package io.synod.core.batcher;

import io.synod.core.session.LongMap;
import java.util.List;

/**
 * The requests that wait for a batch, or are in one that is not decided, by session. A copy of one
 * of them need not be decided as well: the answer to the first will do. Of each session one range
 * of sequences is known, all of which are undecided; there may be more. Bounded by the requests:
 * one object for each read of a socket that is in the queue or in a batch of the window, and one
 * for each session that they are of. Confined to one thread.
 */
final class UndecidedRequests {
  private final LongMap<Range> bySession = new LongMap<>();

  /** Consecutive requests of one session that came together. */
  record Run(long session, long first, long end) {

    static Run of(Requests requests) {
      return new Run(requests.session(), requests.first(), requests.first() + requests.count());
    }

    /** Control sequences repeat, so no control is a copy of another. */
    private boolean isNumbered() {
      return first > 0;
    }
  }

  /** Undecided sequences of a session, and in how many runs they came. */
  private static final class Range {
    // Invariant: first <= end; every sequence from first to end is in a run that was added and not
    // removed.
    private long first;
    private long end;
    private int runs;

    private void add(Run run) {
      if (run.first() > end || run.end() < first) {
        first = run.first();
        end = run.end();
      } else {
        first = Math.min(first, run.first());
        end = Math.max(end, run.end());
      }
      runs++;
    }

    /** Keeps only sequences outside {@code run}: other runs hold them. */
    private void remove(Run run) {
      if (run.first() <= first) {
        first = Math.max(first, run.end());
      } else {
        end = Math.min(end, run.first());
      }
      end = Math.max(first, end);
      runs--;
    }
  }

  /** Whether all of {@code run} is undecided. */
  boolean holds(Run run) {
    Range range = bySession.find(run.session());
    return run.isNumbered()
        && range != null
        && range.first <= run.first()
        && run.end() <= range.end;
  }

  void add(Run run) {
    if (!run.isNumbered()) {
      return;
    }
    Range range = bySession.find(run.session());
    if (range == null) {
      range = new Range();
      range.first = run.first();
      range.end = run.first();
      bySession.put(run.session(), range);
    }
    range.add(run);
  }

  /**
   * A batch takes the first {@code count} of {@code run}, which was added.
   *
   * @return those that it takes and the others, each to be removed
   */
  List<Run> split(Run run, int count) {
    bySession.find(run.session()).runs++;
    long end = run.first() + count;
    return List.of(
        new Run(run.session(), run.first(), end), new Run(run.session(), end, run.end()));
  }

  /** {@code run}, which was added, is decided. */
  void remove(Run run) {
    if (!run.isNumbered()) {
      return;
    }
    Range range = bySession.find(run.session());
    range.remove(run);
    if (range.runs == 0) {
      bySession.remove(run.session());
    }
  }
}
