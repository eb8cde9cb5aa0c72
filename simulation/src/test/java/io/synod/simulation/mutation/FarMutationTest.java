package io.synod.simulation.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Puts errors between the autopilot and the replica that it steers: leaders behind long links must
 * suffer from each. The last number of each is the seed that finds it.
 */
class FarMutationTest {
  private static final String TUNING = "replica.stage.Tuning";
  private static final String BATCHER_STAGE = "replica.stage.BatcherStage";
  private static final String EFFECTS = "replica.stage.CoreEffects";
  private static final String AUTOPILOT = "tuning.autopilot.Autopilot";
  private static final String METER = "tuning.autopilot.LoadMeter";
  private static final String BATCHER = "core.batcher.Batcher";

  private static List<Mutant> errors() {
    return List.of(
        new Mutant(
            "limits do not reach the batcher", TUNING, "    batcher.limit(limits);\n", "", 24),
        new Mutant(
            "a new leader ignores what the last one had chosen",
            TUNING,
            "        search.begin(last.limits);\n",
            "",
            24),
        new Mutant(
            "an autopilot goes on when its replica no longer leads",
            TUNING,
            "      autopilot.stop();\n",
            "",
            24),
        new Mutant(
            "trials go on while a replica catches up",
            TUNING,
            "asideBytes.addAndGet(bytes)",
            "asideBytes.addAndGet(0)",
            4),
        new Mutant(
            "a replica has caught up, and its bytes count for ever",
            TUNING,
            "asideBytes.getAndSet(0)",
            "asideBytes.get()",
            2),
        new Mutant(
            "the autopilot of a new leader does not begin",
            TUNING,
            "      autopilot.lead(nowNanos);\n",
            "",
            24),
        new Mutant(
            "a heartbeat tells the limits on trial",
            BATCHER_STAGE,
            "return tuning.state().chosenIn(view);",
            "return tuning.state().search() == null ? null : tuning.state().limits();",
            24),
        new Mutant(
            "heartbeats do not tell what was chosen",
            EFFECTS,
            "heartbeat.with(batcher.chosenLimits(heartbeat.view()))",
            "heartbeat",
            24),
        new Mutant(
            "a measured interval does not change the limits",
            AUTOPILOT,
            "        search.measured(meter.reading(), nowNanos);\n        settle(nowNanos);\n",
            "        search.measured(meter.reading(), nowNanos);\n"
                + "        due.set(nowNanos + Pace.intervalNanos(search));\n",
            24),
        new Mutant(
            "an interval counts what came before it",
            METER,
            "    requests = 0;\n    instances = 0;\n",
            "    instances = 0;\n",
            24),
        new Mutant(
            "bytes count as requests", METER, "requests += count;", "requests += length;", 24),
        new Mutant(
            "a full window goes unnoticed",
            METER,
            "windowFullNanos += this.windowFull ? passed : 0;",
            "windowFullNanos += 0;",
            24),
        new Mutant(
            "only requests that wait for a batch are seen",
            BATCHER,
            "  public long pending() {\n    return pending;",
            "  public long pending() {\n    return queue.size();",
            24),
        new Mutant(
            "a window never shrinks",
            BATCHER,
            "    this.limits = limits;\n  }",
            "    this.limits =\n"
                + "        limits.window() < this.limits.window() ? this.limits : limits;\n  }",
            24),
        new Mutant(
            "a smaller batch size has no effect",
            BATCHER,
            "int capacity = limits.maxBytes() - Batch.HEADER_BYTES;",
            "int capacity = most.maxBytes() - Batch.HEADER_BYTES;",
            24));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void every_error_is_found(Mutant mutant) throws ReflectiveOperationException {
    FarTrial.measure(mutant.seed());
    Trials.assertFoundBySeed(mutant, FarTrial.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 4, 24})
  void without_an_error_nothing_is_found(long seed) {
    assertThat(new FarTrial().apply(seed)).isNull();
  }
}
