package io.synod.benchmarks.micro;

import io.synod.replica.instrumentation.Activity;
import io.synod.replica.instrumentation.WorkMeter;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What the instrumentation takes for each piece of an event loop's work: a piece with it against
 * the same piece without.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class MeterBenchmark {
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
