package io.synod.benchmarks.experiment.catalogue;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.Durability;
import io.synod.replica.config.ThreadLayout;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ExperimentTest {

  @ParameterizedTest
  @EnumSource
  void points_have_names_of_their_own_and_all_axes(Experiment experiment) {
    for (boolean quick : new boolean[] {true, false}) {
      List<Point> points = experiment.plan().points(effort(quick));
      assertThat(points).extracting(Point::id).doesNotHaveDuplicates();
      assertThat(points)
          .allSatisfy(point -> assertThat(point.axes()).containsOnlyKeys(experiment.plan().axes()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_quick_form_is_done_within_ten_minutes(Experiment experiment) {
    int secondsEach = 5 + 5 + 6;
    assertThat(experiment.plan().points(effort(true)).size() * secondsEach)
        .isLessThanOrEqualTo(600);
    assertThat(experiment.plan().points(effort(false)).size())
        .isGreaterThan(experiment.plan().points(effort(true)).size());
  }

  @ParameterizedTest
  @EnumSource
  void other_circumstances_are_other_points(Experiment experiment) {
    Effort other = new Effort(true, 3, ThreadLayout.MERGED, Durability.SYNC);
    assertThat(experiment.plan().points(other))
        .extracting(Point::id)
        .doesNotContainAnyElementsOf(
            experiment.plan().points(effort(true)).stream().map(Point::id).toList());
  }

  /** Another number: results of earlier runs are not found again, which the changelog must say. */
  @Test
  void columns_and_points_are_called_as_in_results_of_earlier_runs() {
    CRC32 names = new CRC32();
    for (Experiment experiment : Experiment.values()) {
      for (boolean quick : new boolean[] {true, false}) {
        names.update(String.join(",", experiment.plan().columns()).getBytes(US_ASCII));
        for (Point point : experiment.plan().points(effort(quick))) {
          names.update(point.id().getBytes(US_ASCII));
        }
      }
    }
    assertThat(names.getValue()).isEqualTo(0xe50e54ceL);
  }

  private static Effort effort(boolean quick) {
    return new Effort(quick, 3, ThreadLayout.STAGED, Durability.MEMORY);
  }
}
