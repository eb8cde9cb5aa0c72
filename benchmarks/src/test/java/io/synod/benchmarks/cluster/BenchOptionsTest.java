package io.synod.benchmarks.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.process.HostedService;
import io.synod.core.settings.Durability;
import io.synod.link.LinkShape;
import io.synod.replica.config.ThreadLayout;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BenchOptionsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "durability=sync",
        " threads.layout = merged",
        "storage.directory=/somewhere",
        "replica.0=host:1:2"
      })
  void a_setting_that_the_benchmark_chooses_itself_is_refused(String setting) {
    assertThatThrownBy(() -> options(setting))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(setting.strip())
        .hasMessageContaining("--levels");
  }

  @Test
  void options_for_java_may_be_none() {
    assertThat(BenchOptions.jvmOptions(" -Xms1g  -Xmx2g ")).containsExactly("-Xms1g", "-Xmx2g");
    assertThat(BenchOptions.jvmOptions("")).isEmpty();
  }

  private static BenchOptions options(String setting) {
    return new BenchOptions(
        3,
        List.of(ThreadLayout.MERGED),
        List.of(Durability.MEMORY),
        List.of(setting),
        LinkShape.STRAIGHT,
        List.of(),
        new Load(2, 20, 128),
        HostedService.idle(8, 0),
        new Span(Duration.ZERO, Duration.ofSeconds(1)),
        1,
        List.of());
  }
}
