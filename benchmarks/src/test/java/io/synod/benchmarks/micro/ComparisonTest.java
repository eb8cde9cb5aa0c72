package io.synod.benchmarks.micro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ComparisonTest {

  private static Map<String, MicroResult> run(MicroResult... results) {
    Map<String, MicroResult> run = new LinkedHashMap<>();
    for (MicroResult result : results) {
      run.put(result.name() + " " + result.mode(), result);
    }
    return run;
  }

  private static MicroResult time(String name, double score, double error) {
    return new MicroResult(name, "avgt", "ns/op", score, error);
  }

  private static String line(MicroResult before, MicroResult after) {
    return Comparison.of(run(before), run(after)).table().lines().skip(1).findFirst().orElseThrow();
  }

  @Test
  void a_difference_within_the_errors_is_not_marked() {
    assertThat(line(time("A.a", 100, 6), time("A.a", 110, 4))).endsWith("1.10");
  }

  @Test
  void a_difference_beyond_both_errors_is_marked() {
    assertThat(line(time("A.a", 100, 6), time("A.a", 111, 4))).endsWith("1.11  * worse");
    assertThat(line(time("A.a", 100, 6), time("A.a", 50, 4))).endsWith("0.50  * better");
  }

  @Test
  void of_a_throughput_more_is_better() {
    MicroResult before = new MicroResult("A.a", "thrpt", "ops/s", 100, 1);
    assertThat(line(before, new MicroResult("A.a", "thrpt", "ops/s", 200, 1)))
        .endsWith("2.00  * better");
  }

  @Test
  void without_an_error_nothing_is_claimed() {
    assertThat(line(time("A.a", 100, Double.NaN), time("A.a", 900, 1))).endsWith("error unknown");
  }

  @Test
  void figures_stand_with_their_errors_and_their_unit() {
    assertThat(line(time("A.a size=8", 7.84, 2.883), time("A.a size=8", 0.0001, 0)))
        .matches("A\\.a size=8 +7\\.840 ± 2\\.883 +1\\.00e-04 ± 0\\.0e\\+00  ns/op .*");
  }

  @Test
  void benchmarks_of_only_one_run_are_named() {
    String table =
        Comparison.of(
                run(time("A.a", 1, 1), time("A.gone", 1, 1)),
                run(time("A.a", 1, 1), time("A.added", 1, 1)))
            .table();
    assertThat(table).endsWith("only in the old one: A.gone\nonly in the new one: A.added\n");
  }

  @Test
  void other_units_and_other_benchmarks_are_refused() {
    MicroResult micros = new MicroResult("A.a", "avgt", "us/op", 1, 1);
    assertThatThrownBy(() -> line(time("A.a", 1, 1), micros))
        .hasMessageContaining("ns/op and in us/op")
        .hasMessageContaining("-tu");
    assertThatThrownBy(() -> line(time("A.a", 1, 1), time("A.b", 1, 1)))
        .hasMessageContaining("no benchmark in common");
  }

  @Test
  void results_are_read_as_jmh_writes_them() throws Exception {
    String json =
        """
        [ { "jmhVersion" : "1.37", "benchmark" : "io.synod.a.AcceptorBenchmark.vote",
            "mode" : "avgt", "params" : { "requests" : "1", "more" : "x" },
            "primaryMetric" : { "score" : 51.5, "scoreError" : "NaN", "scoreUnit" : "ns/op" } },
          { "benchmark" : "io.synod.a.AcceptorBenchmark.reject", "mode" : "ss",
            "primaryMetric" : { "score" : 3, "scoreError" : 0.5, "scoreUnit" : "ms/op" } } ]
        """;
    assertThat(MicroResult.parse(json).values())
        .containsExactly(
            new MicroResult(
                "AcceptorBenchmark.vote requests=1 more=x", "avgt", "ns/op", 51.5, Double.NaN),
            new MicroResult("AcceptorBenchmark.reject", "ss", "ms/op", 3, 0.5));
  }
}
