package io.synod.benchmarks.experiment;

import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.process.Child;
import java.util.ArrayList;
import java.util.List;

/**
 * When a measurement began and ended, and what share of a processor each process used meanwhile;
 * tells another listener what it hears.
 */
final class CpuWatch implements LoadListener {
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

  /** Of all processes together. */
  long cpuNanos() {
    long sum = 0;
    for (int index = 0; index < processes.size(); index++) {
      sum += ended.cpuNanos.get(index) - began.cpuNanos.get(index);
    }
    return sum;
  }

  /** Of one processor. */
  double share(Child process) {
    int index = processes.indexOf(process);
    double used = ended.cpuNanos.get(index) - began.cpuNanos.get(index);
    return used / (ended.nanos - began.nanos);
  }

  /** The largest share of any other process. */
  double largestShareBeside(Child process) {
    return processes.stream()
        .filter(other -> other != process)
        .mapToDouble(this::share)
        .max()
        .orElse(0);
  }

  /** Of all processors, by whatever runs on the machine; not a number where that is not known. */
  double machineBusy() {
    return ended.machine.busySince(began.machine);
  }
}
