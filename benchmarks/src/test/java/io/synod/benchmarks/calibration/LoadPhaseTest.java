package io.synod.benchmarks.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.replica.config.SynodConfig;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LoadPhaseTest {

  private static SynodConfig config(String... settings) {
    var builder = SynodConfig.builder().clusterName("test").replica(0, "127.0.0.1", 7100, 7200);
    for (int index = 0; index < settings.length; index += 2) {
      builder.set(settings[index], settings[index + 1]);
    }
    return builder.build();
  }

  private static List<Integer> sizes(List<LoadPhase> phases) {
    return phases.stream().map(LoadPhase::requestBytes).distinct().toList();
  }

  @Test
  void requests_are_smaller_equal_and_larger_than_what_is_asked_for() {
    List<LoadPhase> phases = LoadPhase.around(1024, config());
    assertThat(sizes(phases)).containsExactly(128, 1024, 8192);
    assertThat(phases).hasSize(9).contains(new LoadPhase(8192, 250), new LoadPhase(128, 4000));
  }

  @Test
  void empty_requests_are_measured_among_larger_ones() {
    assertThat(sizes(LoadPhase.around(0, config()))).containsExactly(16, 128, 1024);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1 << 10, 1 << 20, 4 << 20, Integer.MAX_VALUE})
  void no_load_is_larger_than_frames_and_queue_allow(int requestBytes) {
    SynodConfig config = config("queue.max-bytes", "16MiB", "network.max-frame", "8MiB");
    for (LoadPhase phase : LoadPhase.around(requestBytes, config)) {
      assertThat(phase.requestBytes()).isBetween(0, config.network().requestBytesMax());
      assertThat(phase.outstanding()).isBetween(LoadPhase.CONNECTIONS, 4000);
      assertThat((long) phase.requestBytes() * phase.outstanding()).isLessThanOrEqualTo(8 << 20);
    }
  }

  @Test
  void no_load_comes_twice() {
    SynodConfig config = config();
    assertThat(LoadPhase.around(4 << 20, config)).doesNotHaveDuplicates();
  }
}
