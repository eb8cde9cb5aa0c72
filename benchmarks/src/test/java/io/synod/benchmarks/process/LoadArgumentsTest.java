package io.synod.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.load.Target;
import io.synod.benchmarks.load.Workload;
import io.synod.core.settings.Consistency;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class LoadArgumentsTest {

  @Test
  void a_load_run_survives_as_arguments_of_a_process() {
    Target target = new Target("bench", "127.0.0.1:1,127.0.0.1:2", 8);
    Load load =
        new Load(4, 900, 128)
            .withBursts(7_000_000_000L)
            .withWorkload(
                new Workload.KeyValues(1000, 50, Consistency.bounded(Duration.ofDays(1))));
    Span span = new Span(Duration.ofMillis(1_500), Duration.ofSeconds(15));

    String[] arguments = LoadArguments.of(target, load, span).toArray(String[]::new);

    assertThat(LoadArguments.target(arguments)).isEqualTo(target);
    assertThat(LoadArguments.load(arguments)).isEqualTo(load);
    assertThat(LoadArguments.span(arguments)).isEqualTo(span);
    assertThat(Workload.parse(Workload.ZEROS.text())).isEqualTo(Workload.ZEROS);
    Workload mixed = new Workload.MixedLengths(30);
    assertThat(Workload.parse(mixed.text())).isEqualTo(mixed);
    assertThatThrownBy(() -> Workload.parse("ones")).hasMessageContaining("ones");
  }
}
