package io.synod.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.cli.CommandRun;
import io.synod.fitting.profile.Profile;
import io.synod.fitting.profile.ProfileFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The files are made up: phi_cli = 0.002x + 0.0004, phi_rep = 0.0015x + 0.02, phi_exec = 0.0003.
 */
final class FitCommandTest {
  private static final Path MEASURED = Path.of("src", "test", "resources", "measured");
  private static final String SMALL = MEASURED.resolve("request-128-batch-4KiB.csv").toString();
  private static final List<String> FOUR =
      List.of(
          SMALL,
          MEASURED.resolve("request-128-batch-64KiB.csv").toString(),
          MEASURED.resolve("request-1024-batch-4KiB.csv").toString(),
          MEASURED.resolve("request-1024-batch-64KiB.csv").toString());

  @TempDir Path folder;

  private CommandRun fit(List<String> files, String... options) {
    List<String> arguments = new ArrayList<>(List.of("fit", "--out", profile().toString()));
    arguments.addAll(List.of("--plot", folder.resolve("fit.png").toString()));
    arguments.addAll(List.of(options));
    arguments.addAll(files);
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  private Path profile() {
    return folder.resolve("profile.properties");
  }

  private static List<String> five() {
    List<String> five = new ArrayList<>(FOUR);
    five.add(MEASURED.resolve("request-128-answer-1024-batch-64KiB.csv").toString());
    return five;
  }

  @Test
  void files_that_cannot_be_written_are_refused_before_any_is_written() throws IOException {
    Path picture = Files.createDirectory(folder.resolve("fit.png"));
    CommandRun run = fit(five());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--plot " + picture, "choose another one");
    assertThat(profile()).doesNotExist();
    String nowhere = folder.resolve("none").resolve("profile.properties").toString();
    CommandRun out = CommandRun.of("fit", "--out", nowhere, SMALL);
    assertThat(out.exitCode()).isEqualTo(2);
    assertThat(out.err()).contains("--out " + nowhere, "choose another one");
  }

  @ParameterizedTest
  @ValueSource(strings = {"stages", "total"})
  void known_costs_are_found_in_what_was_measured(String source) {
    CommandRun run = fit(five(), "--from", source);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    Profile profile = ProfileFile.read(profile());
    Percentage noise = Percentage.withPercentage(6);
    assertThat(profile.costs().client().millisPerKib()).isCloseTo(0.002, noise);
    assertThat(profile.costs().client().millis()).isCloseTo(0.0004, noise);
    assertThat(profile.costs().replica().millisPerKib()).isCloseTo(0.0015, noise);
    assertThat(profile.costs().replica().millis()).isCloseTo(0.02, noise);
    assertThat(profile.costs().executionMillis()).isCloseTo(0.0003, noise);
    assertThat(profile.replicas()).isEqualTo(3);
    assertThat(profile.answerBytes()).isEqualTo(8);
    assertThat(folder.resolve("fit.png")).isNotEmptyFile();
  }

  @Test
  void the_table_has_every_parameter_with_interval_unit_and_determination() {
    CommandRun run = fit(FOUR);
    assertThat(run.out())
        .startsWith("60 intervals of leaders, of 124 rows; 40 more were warm-up")
        .containsPattern("(?m)^ +a_cli( +0\\.00[0-9]+){3}  ms/KiB +0\\.99\\d\\d$")
        .containsPattern("(?m)^phi_exec( +0\\.000[0-9]+){3} +ms +0\\.99\\d\\d$")
        .contains("R2 of the whole model 0.99", "written: " + profile());
  }

  @Test
  void warm_up_counts_where_it_is_not_skipped() {
    CommandRun run = fit(FOUR, "--skip", "0s");
    assertThat(run.out()).startsWith("100 intervals of leaders, of 124 rows; 0 more were warm-up");
    assertThat(ProfileFile.read(profile()).costs().client().millis()).isGreaterThan(0.00043);
  }

  @Test
  void runs_that_identify_nothing_are_refused_with_those_to_add() {
    CommandRun run = fit(List.of(SMALL));
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("synod: the parameters do not follow from these runs: S_req + S_ans is 181")
        .contains("Add runs with requests of 1024 bytes, runs with batch.max-bytes = 1KiB");
    assertThat(profile()).doesNotExist();
  }

  @Test
  void totals_do_not_separate_execution_from_requests_and_say_so() {
    assertThat(fit(five(), "--from", "total").out())
        .contains("totals cannot separate it from b_cli");
    CommandRun run = fit(FOUR, "--from", "total");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("Add runs with answers of 1024 bytes, or fit --from stages");
  }

  @Test
  void a_parameter_at_its_bound_is_marked() throws IOException {
    List<String> files = new ArrayList<>();
    for (String file : FOUR) {
      // Half of what a small request costs the client's side, so that the constant would be < 0.
      String text = Files.readString(Path.of(file));
      Path cheaper = folder.resolve(Path.of(file).getFileName());
      files.add(Files.writeString(cheaper, file.contains("128") ? halved(text) : text).toString());
    }
    CommandRun run = fit(files);
    assertThat(run.out())
        .containsPattern("(?m)^ +b_cli +0 +0 +0\\.000[0-9]+ +ms +!$")
        .contains("! at its bound");
  }

  @Test
  void a_model_that_is_off_gives_a_warning_and_no_profile() throws IOException {
    List<String> files = new ArrayList<>();
    for (String file : FOUR) {
      Path other = folder.resolve(Path.of(file).getFileName());
      files.add(Files.writeString(other, disturbed(Files.readString(Path.of(file)))).toString());
    }
    CommandRun run = fit(files);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("! The model is off by more than 15 % for half of the instances, so no profile")
        .endsWith("written: " + folder.resolve("fit.png") + "\n");
    assertThat(profile()).doesNotExist();
  }

  /** Every second interval has three times its CPU time. */
  private static String disturbed(String csv) {
    StringBuilder text = new StringBuilder();
    int count = 0;
    for (String line : csv.split("\n")) {
      String[] fields = line.split(",");
      if (fields[2].equals("interval") && count++ % 2 == 0) {
        for (int field = 13; field <= 20; field++) {
          fields[field] = String.valueOf(3 * Double.parseDouble(fields[field]));
        }
      }
      text.append(String.join(",", fields)).append('\n');
    }
    return text.toString();
  }

  private static String halved(String csv) {
    StringBuilder text = new StringBuilder();
    for (String line : csv.split("\n")) {
      String[] fields = line.split(",");
      if (fields[2].equals("interval")) {
        fields[14] = String.valueOf(Double.parseDouble(fields[14]) / 4);
        fields[15] = String.valueOf(Double.parseDouble(fields[15]) / 4);
      }
      text.append(String.join(",", fields)).append('\n');
    }
    return text.toString();
  }

  @Test
  void a_file_that_is_none_is_named() {
    CommandRun missing = fit(List.of("nowhere.csv"));
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.err()).isEqualTo("synod: nowhere.csv: there is no such file\n");
    assertThat(fit(List.of("pom.xml")).err()).contains("pom.xml:1: not the header");
  }

  @Test
  void nonsense_is_bad_usage() {
    assertThat(fit(FOUR, "--from", "parts").err()).contains("'parts' is not one of stages, total");
    assertThat(fit(FOUR, "--skip", "10").exitCode()).isEqualTo(2);
    assertThat(fit(List.of()).exitCode()).isEqualTo(2);
  }
}
