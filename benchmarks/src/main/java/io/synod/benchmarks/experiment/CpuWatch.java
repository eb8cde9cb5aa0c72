package io.synod.benchmarks.experiment;

import io.synod.benchmarks.experiment.report.Measure;
import io.synod.benchmarks.limit.CpuMeans;
import io.synod.benchmarks.load.LoadListener;
import io.synod.process.Child;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Records the begin and end of a measurement, and the share of a processor that each process used
 * meanwhile. Passes events on to another listener.
 */
final class CpuWatch implements LoadListener {
  private static final double NANOS_PER_MICRO = 1e3;

  private final List<Child> processes;
  private final LoadListener listener;
  private Moment began;
  private Moment ended;

  CpuWatch(List<Child> processes, LoadListener listener) {
    this.processes = processes;
    this.listener = listener;
  }

  private record Moment(long millis, long nanos, List<Long> cpuNanos, MachineTime machine) {}

  private Moment now() {
    List<Long> cpuNanos = new ArrayList<>();
    processes.forEach(process -> cpuNanos.add(process.usage().cpuNanos()));
    return new Moment(System.currentTimeMillis(), System.nanoTime(), cpuNanos, MachineTime.read());
  }

  @Override
  public void onSecond(long answered) {
    listener.onSecond(answered);
  }

  @Override
  public void onMeasuring() {
    began = now();
    listener.onMeasuring();
  }

  @Override
  public void onMeasured() {
    ended = now();
    listener.onMeasured();
  }

  long beganMillis() {
    return began.millis;
  }

  long endedMillis() {
    return ended.millis;
  }

  /** CPU time of all processes together, for each of this number of requests. */
  double microsPer(long requests) {
    long sum = 0;
    for (int index = 0; index < processes.size(); index++) {
      sum += ended.cpuNanos.get(index) - began.cpuNanos.get(index);
    }
    return sum / NANOS_PER_MICRO / requests;
  }

  /** The share of one processor. */
  private double share(Child process) {
    int index = processes.indexOf(process);
    double used = ended.cpuNanos.get(index) - began.cpuNanos.get(index);
    return used / (ended.nanos - began.nanos);
  }

  private double largestShareBeside(Child process) {
    return processes.stream()
        .filter(other -> other != process)
        .mapToDouble(this::share)
        .max()
        .orElse(0);
  }

  /** The share of all processors that the whole machine used; not a number if unknown. */
  double machineBusy() {
    return ended.machine.busySince(began.machine);
  }

  /**
   * Adds the processes' use of their shares.
   *
   * @param means by which they are limited
   */
  void addTo(Map<Measure, Double> values, Child leader, CpuMeans means) {
    values.put(Measure.LEADER_SHARE, share(leader));
    values.put(Measure.FOLLOWER_SHARE, largestShareBeside(leader));
    values.put(Measure.MACHINE_BUSY, machineBusy());
    values.put(Measure.MEANS, (double) means.ordinal());
  }
}
