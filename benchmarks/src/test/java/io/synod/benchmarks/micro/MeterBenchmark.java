package io.synod.benchmarks.micro;

import io.synod.replica.instrumentation.Activity;
import io.synod.replica.instrumentation.WorkMeter;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What the instrumentation takes for each piece of an event loop's work: a piece with it against
 * the same piece without.
 */
@State(Scope.Thread)
public class MeterBenchmark extends NanosBenchmark {
  private static final Activity[] ACTIVITIES = Activity.values();

  /** About 2 ns each; a piece of work in a busy replica takes some microseconds. */
  @Param({"0", "1000"})
  public int tokens;

  @Param({"true", "false"})
  public boolean on;

  private WorkMeter meter;
  private int pieces;

  @Setup
  public void start() {
    meter = new WorkMeter(on);
  }

  @Benchmark
  public void piece() {
    Blackhole.consumeCPU(tokens);
    meter.ended(ACTIVITIES[++pieces & 3]);
  }
}
