package io.synod.tuning.autopilot;

import io.synod.core.settings.BatchLimits;
import io.synod.tuning.autopilot.Decision.Reason;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The search for the best limits of a leader's batcher. It receives a reading of each interval, in
 * turns of the chosen limits and of a candidate, and moves to the candidate if that decides more
 * requests, or as many in less time. When no neighbour is better it rests, until the load or the
 * machine changes or some time has passed. Keeps {@value #DECISIONS_MAX} decisions and a few
 * neighbours of the chosen limits. Confined to one thread.
 *
 * <pre>
 * CHOSEN     a trial is open, a step is left, or a trial can be prolonged -> CANDIDATE
 * CHOSEN     none                                                         -> CHOSEN, resting
 * CANDIDATE  measured                                                     -> CHOSEN
 * </pre>
 */
public final class Search {
  private static final int DECISIONS_MAX = 10;

  // An interval with fewer requests says nothing.
  static final int REQUESTS_MIN = 20;

  // Where the chosen limits would have decided this number, it is the candidate that decides fewer.
  static final int REQUESTS_EXPECTED = 2 * REQUESTS_MIN;

  // Logarithms of ratios: a candidate that is so much worse is given up after one interval, and one
  // that is clearly worse is not tried again before something changes.
  private static final double DISASTER = -0.3;
  private static final double CLEARLY_WORSE = -0.08;

  private final Bounds bounds;
  private final Neighbours neighbours;
  private final LeastLatency least = new LeastLatency();
  private final LongQueue queue;
  private final Rest rest = new Rest();
  private final Forecast forecast = new Forecast();
  private final ArrayDeque<Decision> decisions = new ArrayDeque<>();
  private final Set<BatchLimits> worse = new HashSet<>();

  // The limits before the last move, of these; empty if something has changed since.
  private Set<BatchLimits> left = Set.of();

  private final ArrayDeque<Step> steps = new ArrayDeque<>();

  // Candidates of this round that twelve pairs have not decided. Their trials go on when no step is
  // left.
  private final ArrayDeque<Candidate> undecided = new ArrayDeque<>();

  // To which the steps of this round have led: several may lead to the same limits.
  private final Set<BatchLimits> tried = new HashSet<>();

  private BatchLimits chosen;
  private long moves;
  private boolean roundBegun;
  private boolean resting;

  // Whether the load or the machine has changed since the last round of trials.
  private boolean changed;

  // What the last interval was good for, unless a trial goes on.
  private State obstacle;

  // The step of the last move; null if that was not tried.
  private Step helpful;

  // The last interval of the chosen limits; null if there is none yet.
  private Reading chosenReading;

  // The last interval of whatever limits were chosen then; null if there is none yet.
  private Reading pace;

  // Null unless a candidate is on trial.
  private Candidate candidate;

  /** What a search does. */
  public enum State {
    /** A neighbour of the chosen limits is on trial. */
    TRYING,
    /** None was better. */
    RESTING,
    /** An interval has too few requests to compare any. */
    TOO_LITTLE_LOAD,
    /** A replica catches up, so that intervals say little of their limits. */
    CATCHING_UP
  }

  /**
   * How the search stands.
   *
   * @param chosen the best limits so far
   * @param state what it does
   * @param reading the last interval of the chosen limits; null if there is none yet
   * @param decisions the last moves, oldest first
   * @param moves all moves so far
   * @param estimate of the costs; null if too little was seen
   */
  public record Report(
      BatchLimits chosen,
      State state,
      Reading reading,
      List<Decision> decisions,
      long moves,
      Estimate estimate) {

    /** Null if it has not moved yet. */
    public Decision lastDecision() {
      return decisions.isEmpty() ? null : decisions.get(decisions.size() - 1);
    }
  }

  /**
   * @param start the limits to begin with, as near as the bounds allow
   */
  public Search(Bounds bounds, BatchLimits start) {
    this.bounds = bounds;
    this.chosen = bounds.nearest(start);
    this.neighbours = new Neighbours(bounds, start);
    this.queue = new LongQueue(bounds);
  }

  /** Goes on with {@code limits}, or the nearest that it may choose: another leader chose them. */
  public void begin(BatchLimits limits) {
    chosen = nearest(limits);
    chosenReading = null;
    helpful = null;
  }

  /** Begins anew with the limits chosen so far: the replica has become the leader. */
  public void restart() {
    least.clear();
    forget();
    beginRound();
  }

  /** Goes on after intervals of other limits. A trial keeps the pairs that it has. */
  void resume() {
    if (candidate != null) {
      candidate.interrupt();
    }
  }

  /** The limits of the next interval. */
  public BatchLimits limits() {
    return candidate != null && candidate.isRunning() ? candidate.limits : chosen;
  }

  /** The nearest limits to {@code wanted} that it may choose. */
  BatchLimits nearest(BatchLimits wanted) {
    return bounds.nearest(wanted);
  }

  /** The best limits so far. */
  public BatchLimits chosen() {
    return chosen;
  }

  /** Whether no trial is going on. */
  public boolean isResting() {
    return state() != State.TRYING;
  }

  private State state() {
    if (obstacle != null) {
      return obstacle;
    }
    return resting ? State.RESTING : State.TRYING;
  }

  /** How it stands. */
  public Report report() {
    return new Report(
        chosen, state(), chosenReading, List.copyOf(decisions), moves, forecast.estimate());
  }

  /** The last interval of the limits that were chosen then; null if there is none yet. */
  Reading pace() {
    return pace;
  }

  /** {@code reading} is an interval of {@link #limits}; they may be others now. */
  public void measured(Reading reading, long nowNanos) {
    obstacle = obstacle(reading);
    if (obstacle == null) {
      forecast.measured(limits(), reading);
    }
    if (obstacle == State.TOO_LITTLE_LOAD) {
      forget();
    }
    if (obstacle != null) {
      beginRound();
    } else if (candidate != null && candidate.isRunning()) {
      candidateMeasured(reading);
    } else {
      chosenMeasured(reading, nowNanos);
    }
  }

  /** Why {@code reading} says nothing of its limits; null if it does. */
  private State obstacle(Reading reading) {
    if (reading.requests() < REQUESTS_MIN && !isStalledByCandidate(reading)) {
      return State.TOO_LITTLE_LOAD;
    }
    return reading.isDisturbed() ? State.CATCHING_UP : null;
  }

  /** Whether it is the limits of the candidate that stall the leader, not a lack of load. */
  private boolean isStalledByCandidate(Reading reading) {
    return candidate != null
        && candidate.isRunning()
        && chosenReading.nanosFor(REQUESTS_EXPECTED) <= reading.nanos();
  }

  private void candidateMeasured(Reading reading) {
    candidate.reading = reading;
    double throughput = gain(chosenReading.throughput(), reading.throughput());
    double time = gain(reading.timeInLeader(), chosenReading.timeInLeader());
    // A time counts only beside no more requests: a busy leader does not see all that wait.
    if (throughput < DISASTER || time < DISASTER && throughput < 0) {
      if (reading.requests() > 0) {
        forecast.tried(candidate.predicted, throughput);
      }
      worse.add(candidate.limits);
      candidate = null;
    }
  }

  private void chosenMeasured(Reading reading, long nowNanos) {
    least.add(reading.latencyLeastNanos(), nowNanos);
    Reading before = chosenReading;
    chosenReading = reading;
    pace = reading;
    queue.add(reading, least.nanos());
    BatchLimits larger = queue.takenBack();
    BatchLimits smaller = queue.smaller(chosen, reading);
    if (larger != null) {
      moveUntried(larger, Reason.QUEUE_REMAINS, nowNanos);
    } else if (smaller != null) {
      BatchLimits from = chosen;
      moveUntried(smaller, Reason.QUEUE, nowNanos);
      queue.shrunk(from);
    } else if (candidate != null && !candidate.goOn()) {
      compare(before, reading, nowNanos);
    }
    if (candidate == null && chosenReading != null) {
      next(nowNanos);
    }
  }

  private void moveUntried(BatchLimits to, Reason reason, long nowNanos) {
    move(new Decision(nowNanos, chosen, to, reason, Double.NaN, 0, 0, 0));
  }

  private void compare(Reading before, Reading after, long nowNanos) {
    double throughput = Math.sqrt(before.throughput() * after.throughput());
    double time = Math.sqrt(before.timeInLeader() * after.timeInLeader());
    double candidateTime = candidate.reading.timeInLeader();
    boolean tooLong = candidateTime > Math.max(time, bounds.latencyNanosMax());
    Trial trial = candidate.trial;
    trial.add(gain(throughput, candidate.reading.throughput()), gain(candidateTime, time));
    candidate.reading = null;
    Trial.Verdict verdict = trial.verdict();
    if (verdict == Trial.Verdict.NOT_BETTER && trial.isUndecided()) {
      undecided.add(candidate);
      candidate = null;
      return;
    }
    if (verdict != Trial.Verdict.OPEN) {
      forecast.tried(candidate.predicted, trial.throughput().mean());
    }
    switch (verdict) {
      case FASTER -> {
        if (tooLong) {
          reject();
        } else {
          accept(Reason.THROUGHPUT, nowNanos);
        }
      }
      case QUICKER -> accept(Reason.TIME, nowNanos);
      case NOT_BETTER -> reject();
      case OPEN -> {}
    }
  }

  private void accept(Reason reason, long nowNanos) {
    Trial trial = candidate.trial;
    Step step = candidate.step;
    move(
        new Decision(
            nowNanos,
            chosen,
            candidate.limits,
            reason,
            candidate.predicted,
            trial.throughput().mean(),
            trial.time().mean(),
            trial.pairs()));
    helpful = step;
  }

  private void reject() {
    Trial trial = candidate.trial;
    double throughput = trial.throughput().mean();
    if (throughput < CLEARLY_WORSE || trial.time().mean() < 2 * CLEARLY_WORSE && throughput < 0) {
      worse.add(candidate.limits);
    }
    candidate = null;
  }

  private void move(Decision decision) {
    if (decisions.size() == DECISIONS_MAX) {
      decisions.remove();
    }
    decisions.add(decision);
    worse.clear();
    left = Set.of(decision.from());
    worse.addAll(left);
    chosen = decision.to();
    moves++;
    chosenReading = null;
    helpful = null;
    queue.moved();
    rest.shorten();
    beginRound();
  }

  private void beginRound() {
    candidate = null;
    resting = false;
    roundBegun = false;
    steps.clear();
    undecided.clear();
    tried.clear();
  }

  /** The next candidate, or a rest. */
  private void next(long nowNanos) {
    if (resting && !endsRest(nowNanos)) {
      return;
    }
    if (!roundBegun) {
      roundBegun = true;
      List<Step> found = neighbours.steps(chosen, chosenReading, least.nanos());
      // What has helped once is tried again first, if it is still allowed. After a change what was
      // found before it may be far from anything good.
      Step first = changed ? neighbours.home() : helpful;
      if (found.remove(first)) {
        steps.add(first);
      }
      changed = false;
      steps.addAll(found);
    }
    while (!steps.isEmpty()) {
      Step step = steps.poll();
      BatchLimits limits = step.from(chosen, bounds);
      if (!limits.equals(chosen) && !worse.contains(limits) && tried.add(limits)) {
        candidate = new Candidate(step, limits, forecast.gain(chosen, chosenReading, limits));
        return;
      }
    }
    candidate = undecided.poll();
    if (candidate != null) {
      candidate.trial.prolong();
      return;
    }
    resting = true;
    rest.begin(nowNanos);
  }

  private boolean endsRest(long nowNanos) {
    boolean disturbed = rest.isDisturbedBy(chosenReading);
    if (disturbed) {
      changed = true;
      forget();
    }
    if (disturbed || rest.isOver(nowNanos)) {
      if (rest.isLongest()) {
        // One disturbed interval is enough to make limits worse, and a slow change ends no rest.
        worse.retainAll(left);
      }
      beginRound();
      return true;
    }
    return false;
  }

  /** What was found may no longer hold. */
  private void forget() {
    queue.clear();
    forecast.clear();
    worse.clear();
    left = Set.of();
    rest.shorten();
  }

  /** Natural logarithm of {@code larger} over {@code smaller}. */
  private static double gain(double smaller, double larger) {
    return Math.log(larger / smaller);
  }
}
