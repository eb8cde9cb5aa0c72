package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.report.Measure;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.process.Learners;
import io.synod.process.Child;
import io.synod.process.ProcessFailure;
import java.util.Map;

/**
 * Measures the cost of learners under a load, and how far the last of them is behind the leader at
 * its end. Passes events on to another listener.
 */
final class LearnerWatch implements LoadListener {
  private final Learners learners;
  private final Child leader;
  private final CpuWatch cpu;
  private Learners.Asked asked = Learners.Asked.NOTHING;
  private Learners.Lag lag = Learners.Lag.NONE;
  private int snapshots;

  LearnerWatch(Learners learners, Child leader, LoadListener listener) {
    this.learners = learners;
    this.leader = leader;
    cpu = new CpuWatch(learners.processes(), listener);
  }

  @Override
  public void onSecond(long answered) {
    cpu.onSecond(answered);
  }

  @Override
  public void onMeasuring() {
    cpu.onMeasuring();
  }

  @Override
  public void onMeasured() {
    if (isFollowed()) {
      try {
        asked = learners.ask(leader);
      } catch (InterruptedException urged) {
        Thread.currentThread().interrupt();
        throw new ProcessFailure("interrupted", urged);
      }
    }
    cpu.onMeasured();
  }

  /**
   * Called after the load's end; blocks until each learner has executed all of its requests.
   *
   * @throws ProcessFailure if a learner takes too long or has ended
   */
  void end() throws InterruptedException {
    if (isFollowed()) {
      lag = learners.lag(asked);
      snapshots = learners.awaitAll(leader).snapshots();
    }
  }

  /** Without learners no request is sent and no lag exists. */
  private boolean isFollowed() {
    return !learners.processes().isEmpty();
  }

  /**
   * Adds the learners' figures; without learners the lag is 0.
   *
   * @param answered requests
   */
  void addTo(Map<Measure, Double> values, long answered) {
    values.put(Measure.LEARNERS_CPU, cpu.microsPer(answered));
    values.put(Measure.LEARNERS_AT_LEADER, (double) asked.followers());
    values.put(Measure.BEHIND_SLOTS, isFollowed() ? lag.slots() : Double.NaN);
    values.put(Measure.BEHIND_MILLIS, isFollowed() ? lag.millis() : Double.NaN);
    values.put(Measure.LEARNER_SNAPSHOTS, (double) snapshots);
    values.put(Measure.MACHINE_BUSY, cpu.machineBusy());
  }
}
