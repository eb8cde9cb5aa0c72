package io.synod.replica.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.fuzzing.FuzzReport;
import io.synod.fuzzing.Fuzzing;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigFuzzTest {
  @TempDir Path folder;

  @Test
  void any_file_is_a_writable_configuration_or_a_config_exception() {
    FuzzReport report = Fuzzing.of(new ConfigTarget(folder)).run(1_000);

    assertThat(report.deepPercent()).isGreaterThan(60);
    assertThat(report.outcomes()).isGreaterThan(100);
  }

  @Test
  void recorded_findings_are_handled() {
    Fuzzing.of(new ConfigTarget(folder)).replayCorpus();
  }
}
