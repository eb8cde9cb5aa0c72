package io.synod.fitting.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.synod.fitting.fit.CostFit;
import io.synod.fitting.fit.FitSource;
import io.synod.fitting.fit.SyntheticRuns;
import io.synod.tuning.model.CpuCosts;
import io.synod.tuning.model.Sharing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ProfileFileTest {
  @TempDir Path folder;

  private final CostFit fit =
      CostFit.of(SyntheticRuns.grid(SyntheticRuns.TRUTH, 0.03, 5), FitSource.STAGES);

  private Path file(String text) {
    try {
      return Files.writeString(folder.resolve("profile.properties"), text);
    } catch (IOException refused) {
      throw new AssertionError(refused);
    }
  }

  private void assertRefused(Path file, String message) {
    assertThatExceptionOfType(ProfileException.class)
        .isThrownBy(() -> ProfileFile.read(file))
        .withMessageStartingWith(file + message);
  }

  @ParameterizedTest
  @EnumSource(FitSource.class)
  void a_written_profile_is_read_again(FitSource source) {
    CostFit written = CostFit.of(SyntheticRuns.grid(SyntheticRuns.TRUTH, 0.03, 5), source);
    Profile read = ProfileFile.read(file(ProfileFile.text(written, Sharing.NONE)));
    CpuCosts costs = read.costs();
    assertClose(costs.client().millisPerKib(), written.costs().client().millisPerKib());
    assertClose(costs.client().millis(), written.costs().client().millis());
    assertClose(costs.replica().millisPerKib(), written.costs().replica().millisPerKib());
    assertClose(costs.replica().millis(), written.costs().replica().millis());
    assertClose(costs.executionMillis(), written.costs().executionMillis());
    assertThat(read.replicas()).isEqualTo(3);
    assertThat(read.answerBytes()).isIn(8, 1_024);
  }

  @Test
  void the_sharing_is_read_again_and_may_be_missing() {
    Sharing sharing = new Sharing(0.62, 0.0001, 0.0004, 0.28);
    assertThat(ProfileFile.read(file(ProfileFile.text(fit, sharing))).sharing()).isEqualTo(sharing);
    String papers = ProfileFile.text(fit, Sharing.NONE);
    assertThat(papers).doesNotContain("sharing.");
    assertThat(ProfileFile.read(file(papers)).sharing()).isEqualTo(Sharing.NONE);
  }

  private static void assertClose(double read, double written) {
    assertThat(read).isCloseTo(written, Percentage.withPercentage(0.001));
  }

  @Test
  void the_confidence_interval_stands_above_its_value() {
    double low = fit.coefficients().get(0).low();
    assertThat(ProfileFile.text(fit, Sharing.NONE))
        .contains("synod fit --from stages,\n# 80 intervals")
        .containsPattern("# a_cli: .*; 0\\.00\\d+ to 0\\.00\\d+ at 95 %\ncost.client.millis-per")
        .contains(String.valueOf(low).substring(0, 6));
  }

  @Test
  void a_profile_is_whole() {
    String text = ProfileFile.text(fit, Sharing.NONE).replaceAll("(?m)^replicas = 3$", "");
    assertRefused(file(text), ": there is no replicas; synod fit writes a whole profile");
  }

  @ParameterizedTest
  @CsvSource({
    "replicas = 3, ': not key = value', replicas 3",
    "replicas = 3, ': replica: no such key; a profile has cost.client', replica = 3",
    "replicas = 3, ': replicas: ''3.5'' is not a whole number from 0 on', replicas = 3.5",
    "replicas = 3, ': replicas: '''' is not a whole number from 0 on', replicas =",
    "answer-bytes = 1024, ': replicas is already set above', replicas = 3",
  })
  void nonsense_is_named_with_its_line(String is, String message, String becomes) {
    String text = ProfileFile.text(fit, Sharing.NONE);
    String wrong = text.replace(is, becomes);
    int line = (int) wrong.substring(0, wrong.lastIndexOf(becomes)).lines().count() + 1;
    assertThat(wrong).isNotEqualTo(text);
    assertRefused(file(wrong), ":" + line + message);
  }

  @Test
  void a_cost_below_zero_is_no_cost() {
    String text =
        ProfileFile.text(fit, Sharing.NONE)
            .replaceAll("cost.execution.millis = ", "cost.execution.millis = -");
    Path file = file(text);
    assertThatExceptionOfType(ProfileException.class)
        .isThrownBy(() -> ProfileFile.read(file))
        .withMessageContaining("cost.execution.millis: '-0.000")
        .withMessageEndingWith("is not a number from 0 on");
  }

  @Test
  void a_cluster_of_none_is_none() {
    String text = ProfileFile.text(fit, Sharing.NONE).replace("replicas = 3", "replicas = 0");
    assertRefused(file(text), ": 0 replicas");
  }

  @Test
  void a_file_that_cannot_be_read_is_named() {
    assertRefused(folder.resolve("none"), ": there is no such file; synod fit writes one");
    assertRefused(folder, ": is a directory");
  }
}
