package io.synod.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.benchmarks.experiment.catalogue.Point;
import io.synod.benchmarks.experiment.report.Result;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResultFolderTest {
  private static final List<String> COLUMNS = List.of("window-set", "requests-per-second");
  private static final Map<String, Object> CONDITIONS =
      Map.of("warm-up", "5000 ms", "measured", "5000 ms");

  @TempDir Path folder;

  @Test
  void results_are_kept_when_the_folder_is_opened_again() {
    add(result("a", 2, 1234.5));

    try (ResultFolder again = ResultFolder.open(folder, COLUMNS, CONDITIONS)) {
      assertThat(again.has("a")).isTrue();
      assertThat(again.has("b")).isFalse();
      assertThat(again.of(List.of(point("b"), point("a")))).containsExactly(result("a", 2, 1234.5));
    }
  }

  @Test
  void values_without_a_column_are_dropped_and_a_missing_number_stays_missing() {
    Result measured = result("a", Double.NaN, 1234.5);
    measured.values().put("busy", 1.0);
    add(measured);

    try (ResultFolder again = ResultFolder.open(folder, COLUMNS, CONDITIONS)) {
      assertThat(again.of(List.of(point("a")))).containsExactly(result("a", Double.NaN, 1234.5));
    }
  }

  @Test
  void a_line_that_was_not_written_to_its_end_is_measured_again() throws Exception {
    add(result("a", 2, 1234.5));
    Files.writeString(folder.resolve("points.csv"), "b,4,12", StandardOpenOption.APPEND);

    try (ResultFolder mended = ResultFolder.open(folder, COLUMNS, CONDITIONS)) {
      assertThat(mended.has("b")).isFalse();
      mended.add(result("c", 8, 5));
    }
    try (ResultFolder again = ResultFolder.open(folder, COLUMNS, CONDITIONS)) {
      assertThat(again.of(List.of(point("a"), point("b"), point("c"))))
          .containsExactly(result("a", 2, 1234.5), result("c", 8, 5));
    }
  }

  @Test
  void a_line_without_numbers_is_refused_and_quoted() throws Exception {
    ResultFolder.open(folder, COLUMNS, CONDITIONS).close();
    Files.writeString(folder.resolve("points.csv"), "b,4,x\n", StandardOpenOption.APPEND);
    assertThatThrownBy(() -> ResultFolder.open(folder, COLUMNS, CONDITIONS))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("b,4,x");
  }

  @Test
  void results_of_another_experiment_are_not_mixed_in() {
    ResultFolder.open(folder, COLUMNS, CONDITIONS).close();
    assertThatThrownBy(
            () -> ResultFolder.open(folder, List.of("clients", "requests-per-second"), CONDITIONS))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("choose another folder");
  }

  @Test
  void results_that_were_measured_otherwise_are_not_mixed_in() throws Exception {
    Map<String, Object> longer = Map.of("warm-up", "5000 ms", "measured", "60000 ms");
    ResultFolder.open(folder, COLUMNS, longer).close();
    add(result("a", 2, 1234.5));
    String before = Files.readString(folder.resolve("points.csv"));

    assertThatThrownBy(() -> ResultFolder.open(folder, COLUMNS, longer))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("measured: 5000 ms, not 60000 ms")
        .hasMessageContaining("choose another folder")
        .hasMessageNotContaining("warm-up");
    assertThat(folder.resolve("points.csv")).hasContent(before);
    ResultFolder.open(folder, COLUMNS, CONDITIONS).close();
  }

  @Test
  void two_runs_do_not_share_a_folder() {
    ResultFolder first = ResultFolder.open(folder, COLUMNS, CONDITIONS);
    assertThatThrownBy(() -> ResultFolder.open(folder, COLUMNS, CONDITIONS))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("another run is under way there");
    first.close();
    ResultFolder.open(folder, COLUMNS, CONDITIONS).close();
  }

  @Test
  void a_folder_that_cannot_be_made_is_named() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> ResultFolder.open(file.resolve("x"), COLUMNS, CONDITIONS))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(file.toString());
  }

  private void add(Result result) {
    try (ResultFolder results = ResultFolder.open(folder, COLUMNS, CONDITIONS)) {
      results.add(result);
    }
  }

  private static Point point(String id) {
    return new Point(id, null, null, Map.of());
  }

  private static Result result(String id, double window, double throughput) {
    Map<String, Double> values = new LinkedHashMap<>();
    values.put("window-set", window);
    values.put("requests-per-second", throughput);
    return new Result(id, values);
  }
}
