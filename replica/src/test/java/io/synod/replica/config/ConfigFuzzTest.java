package io.synod.replica.config;

import io.synod.fuzzing.Fuzzing;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigFuzzTest {
  @TempDir Path folder;

  @Test
  void any_file_is_a_writable_configuration_or_a_config_exception() {
    Fuzzing.of(new ConfigTarget(folder)).run(1_000, 60, 100);
  }

  @Test
  void recorded_findings_are_handled() {
    Fuzzing.of(new ConfigTarget(folder)).replayCorpus();
  }
}
