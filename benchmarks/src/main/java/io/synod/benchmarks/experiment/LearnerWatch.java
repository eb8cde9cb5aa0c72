package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.report.Measure;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.process.Learners;
import io.synod.process.Child;
import io.synod.process.ProcessFailure;
import java.util.Map;

/**
 * What learners cost while a load is measured, and how far the last of them is behind the leader at
 * its end; tells another listener what it hears.
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
   * The load has ended; blocks until each learner has executed all that it has left.
   *
   * @throws ProcessFailure if one does not in time, or has ended
   */
  void end() throws InterruptedException {
    if (isFollowed()) {
      lag = learners.lag(asked);
      snapshots = learners.awaitAll(leader).snapshots();
    }
  }

  /** Else nobody is asked anything, and nobody is behind. */
  private boolean isFollowed() {
    return !learners.processes().isEmpty();
  }

  /**
   * What the learners tell; where there are none, nobody is behind.
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
