package io.synod.tuning.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PaperTablesTest {

  private static PaperTable table(String paper, String name) {
    return PaperTables.all().stream()
        .filter(table -> table.caption().paper().equals(paper))
        .filter(table -> table.caption().table().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "S13, II, 10, 50",
    "S13, III, 15, 45",
    "S13, IV, 15, 45",
    "S11, II, 4, 16",
    "S11, III, 3, 12",
    "S11, 1, 1, 1",
    "PigPaxos, 1, 6, 18",
    "PigPaxos, 2, 4, 12",
  })
  void every_printed_row_is_recomputed(String paper, String name, int rows, long recomputed) {
    assertThat(table(paper, name).grid().rows()).hasSize(rows);
    assertThat(table(paper, name).recomputed()).isEqualTo(recomputed);
  }

  @Test
  void every_printed_digit_follows_but_those_of_four_errata() {
    assertThat(PaperTables.all())
        .flatExtracting(PaperTable::deviations)
        .extracting(Deviation::toString)
        .containsExactly(
            "8KB 512KB 64, w_CPU: printed 1.17, recomputed 1.181",
            "1KB, w: printed 16.5, recomputed 24.20",
            "64KB, tau_idle: printed -0.12, recomputed -0.115",
            "64KB, w: printed 0.93, recomputed 0.889");
  }

  @Test
  void a_table_that_deviates_says_why() {
    assertThat(PaperTables.all())
        .filteredOn(table -> !table.deviations().isEmpty())
        .hasSize(2)
        .allSatisfy(
            table -> assertThat(table.remarks()).anyMatch(remark -> remark.startsWith("Errat")));
  }

  @Test
  void a_row_that_is_printed_wrongly_is_a_deviation() {
    PaperGrid grid =
        new PaperGrid(
            List.of(PaperColumn.copied("k"), PaperColumn.recomputed("w")),
            1,
            List.of(List.of(PaperCell.copied("2"), PaperCell.of("3.1", 3.2))));
    PaperTable table = new PaperTable(new Caption("P", "1", "", ""), grid, List.of());
    assertThat(table.deviations())
        .extracting(Deviation::toString)
        .containsExactly("2, w: printed 3.1, recomputed 3.20");
  }

  @Test
  void a_row_has_a_cell_for_each_column() {
    List<PaperColumn> columns = List.of(PaperColumn.copied("k"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PaperGrid(columns, 1, List.of(List.of())));
  }

  @ParameterizedTest
  @CsvSource({
    "1.736, 1.74, true",
    "1.736, 1.73, true",
    "1.736, 1.72, false",
    "1.736, 1.75, false",
    "-0.115, -0.11, true",
    "149.9, 150, true",
    "148.9, 150, false",
  })
  void the_last_printed_digit_is_rounded_or_cut_off(double value, String printed, boolean is) {
    assertThat(PrintedNumber.is(value, printed)).isEqualTo(is);
  }
}
