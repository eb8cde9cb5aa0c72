package io.synod.benchmarks.micro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JmhTest {
  @TempDir private Path folder;

  private String file(String... said) throws IOException {
    List<String> all = Jmh.kept(folder, "a1b2c3d", List.of(said));
    assertThat(all.subList(0, said.length)).isEqualTo(List.of(said));
    assertThat(all).contains("-rf", "json", "-rff");
    Path file = Path.of(all.get(all.size() - 1));
    assertThat(file.getParent()).isEqualTo(folder);
    return file.getFileName().toString();
  }

  @Test
  void results_are_named_by_the_revision_and_what_was_chosen() throws IOException {
    assertThat(file()).isEqualTo("a1b2c3d-all.json");
    assertThat(file("-f", "3", "Batcher", "Codec", "-prof", "gc"))
        .isEqualTo("a1b2c3d-Batcher+Codec.json");
    assertThat(file("Journal(Recovery)?Benchmark"))
        .isEqualTo("a1b2c3d-Journal_Recovery_Benchmark.json");
    assertThat(file("x".repeat(300))).hasSizeLessThan(100);
  }

  @Test
  void no_run_overwrites_the_results_of_another() throws IOException {
    assertThat(List.of(file("Batcher"), file("Batcher"), file("Batcher")))
        .containsExactly(
            "a1b2c3d-Batcher.json", "a1b2c3d-Batcher-2.json", "a1b2c3d-Batcher-3.json");
  }

  @Test
  void arguments_that_name_a_result_file_or_measure_nothing_stay_unchanged() throws IOException {
    for (List<String> said :
        List.of(
            List.of("-rff", "mine.json", "-rf", "json"),
            List.of("-rf", "csv"),
            List.of("-h"),
            List.of("-l"),
            List.of("-lp"),
            List.of("-lprof"),
            List.of("-lrf"))) {
      assertThat(Jmh.kept(folder, "a1b2c3d", said)).isEqualTo(said);
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void the_error_for_wrong_arguments_says_what_to_do() throws IOException {
    assertThatThrownBy(() -> Jmh.kept(folder, "a1b2c3d", List.of("-nonsense")))
        .hasMessageContaining("scripts/jmh -h");
    assertThatThrownBy(() -> Jmh.compare(List.of("--compare", "one.json")))
        .hasMessageContaining("two files: scripts/jmh --compare OLD.json NEW.json");
    String missing = folder.resolve("none.json").toString();
    assertThatThrownBy(() -> Jmh.compare(List.of("--compare", missing, missing)))
        .hasMessageContaining("there is no " + missing);
    String broken = Files.writeString(folder.resolve("broken.json"), "[{}]").toString();
    assertThatThrownBy(() -> Jmh.compare(List.of("--compare", broken, broken)))
        .hasMessageContaining(broken + " is not what a complete run");
  }
}
