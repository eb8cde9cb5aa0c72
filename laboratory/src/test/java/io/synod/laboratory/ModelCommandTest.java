package io.synod.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.cli.CommandRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ModelCommandTest {
  private static final List<String> PREDICT =
      List.of(
          "model predict --topology wan --bandwidth 9856.6144kbit --latency 50ms --request 128"
              .split(" "));

  private static CommandRun predict(String... further) {
    List<String> arguments = new ArrayList<>(PREDICT);
    arguments.addAll(List.of("--batch", "8", "--phi-cli", "0.28,0.2", "--phi-rep", "0.002,1.5"));
    arguments.addAll(List.of(further));
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  @Test
  void a_paper_s_table_stands_beside_the_recomputed_one() {
    CommandRun run = CommandRun.of("model", "table", "--paper", "S13", "--table", "IV");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .startsWith("S13, table IV: Emulab")
        .contains("9.4 Mbit/s of 2^20 bit", "45 of 45 printed numbers agree", "Erratum")
        .containsPattern(
            "128 +16KB +128 +3\\.38 +3\\.38\\d +7\\.68 +7\\.6\\d\\d +3765 +3765\\.\\d");
  }

  @Test
  void deviations_are_marked_and_explained() {
    CommandRun run = CommandRun.of("model", "table", "--paper", "S11", "--table", "III");
    assertThat(run.out())
        .contains("16.5  24.20 !", "9 of 12 printed numbers agree")
        .contains("! 1KB, w: printed 16.5, recomputed 24.20", "* Errata");
  }

  @Test
  void every_table_is_printed_unless_one_is_wanted() {
    CommandRun run = CommandRun.of("model", "table");
    assertThat(run.out().lines().filter(line -> line.contains(", table "))).hasSize(8);
    assertThat(CommandRun.of("model", "table", "--paper", "PigPaxos").out())
        .contains("N = 25", "N = 9")
        .doesNotContain("S13");
  }

  @Test
  void an_unknown_table_is_answered_with_those_there_are() {
    CommandRun run = CommandRun.of("model", "table", "--paper", "S13", "--table", "V");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("there is no such table, only S13 II, S13 III, S13 IV, S11 II");
  }

  @Test
  void a_row_of_the_paper_is_predicted_from_its_inputs() throws IOException {
    CommandRun run = predict("--headers", "S13", "--json");
    assertThat(run.exitCode()).isZero();
    Map<String, Object> fields = JSON.std.mapFrom(run.out());
    assertThat((double) fields.get("throughput")).isCloseTo(1620.5, Offset.offset(0.5));
    assertThat((double) fields.get("cpuWindow")).isCloseTo(20.45, Offset.offset(0.005));
    assertThat((double) fields.get("networkWindow")).isCloseTo(107.58, Offset.offset(0.005));
    assertThat(fields)
        .containsEntry("window", 21)
        .containsEntry("replicas", 3)
        .containsEntry("bottleneck", "cpu")
        .containsEntry("longestTime", "latency")
        .containsEntry("batchBytes", 1_156);
  }

  @Test
  void every_quantity_is_a_line_with_its_unit() {
    CommandRun run = predict("--replicas", "5", "--phi-exec", "0.003");
    assertThat(run.out())
        .contains("n = 5, WAN, B = 9.857 Mbit/s of 10^6 bit, L = 50 ms", "phi_exec = 0.003 ms")
        .contains("128 B + 24 B of header, S_ans = 29 B with its header")
        .containsPattern("(?m)^S_2a +1,268  bytes");
    for (String name :
        List.of("phi_inst_CPU", "T_CPU", "T_band", "T_lat", "T_inst", "w_CPU", "w_NET", "w")) {
      assertThat(run.out()).containsPattern("(?m)^" + name + " +[0-9.,]+  [a-z]");
    }
  }

  @Test
  void a_disk_and_what_is_shared_count() throws IOException {
    CommandRun run =
        predict("--sharing", "0.5,0.001,0.002,0.1", "--disk", "0.01,0.4", "--phi-exec", "0.003");
    assertThat(run.out())
        .contains("0.5 ms pass for each of CPU time; others take 0.001 ms a request and 0.012")
        .contains("an instance waits 0.5 ms, shared by those under way")
        .containsPattern("(?m)^busy +[0-9.]+  ms processors and disk")
        .containsPattern("(?m)^wait +0.5  ms it waits")
        .contains("with 95 % of the throughput");
    Map<String, Object> fields =
        JSON.std.mapFrom(predict("--disk", "0,0.4", "--phi-exec", "0.003", "--json").out());
    assertThat(fields).containsEntry("waitMillis", 0.4);
    assertThat(fields.get("busyMillis")).isEqualTo(fields.get("cpuMillis"));
  }

  @Test
  void a_free_resource_is_never_used_up() throws IOException {
    List<String> arguments = new ArrayList<>(PREDICT);
    arguments.addAll(List.of("--batch", "1", "--phi-cli", "0,0", "--phi-rep", "0,0"));
    assertThat(CommandRun.of(arguments.toArray(String[]::new)).out())
        .containsPattern("w_CPU +infinite");
    arguments.add("--json");
    String json = CommandRun.of(arguments.toArray(String[]::new)).out();
    assertThat(JSON.std.mapFrom(json)).containsEntry("cpuWindow", null);
  }

  @ParameterizedTest
  @CsvSource({
    "--bandwidth, 10MB, not a bandwidth such as",
    "--bandwidth, 0Mbit, not a bandwidth such as",
    "--latency, 20, not a time such as 100us",
    "--topology, man, is not one of lan",
    "--phi-cli, 0.1, 'not a,b in ms per KiB'",
    "--phi-exec, -1, executing a request in -1.0 ms",
    "--request, 1KB, is not a size such as",
    "--request, 2GiB, is more than 2GiB",
    "--replicas, 0, 0 replicas",
    "--replicas, 1, 1 replicas send no Accept",
    "--batch, 0, batches of 0 requests",
    "--headers, none, headers of none: synod or S13",
    "--sharing, 1, 'is not four numbers, such as'",
    "--disk, 1, 'not a,b in ms per KiB'",
  })
  void nonsense_is_bad_usage(String option, String value, String error) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "model predict --topology lan --bandwidth 10Mbit --latency 1ms --request 1KiB"
                    .split(" ")));
    arguments.addAll(List.of("--batch", "8", "--phi-cli", "1,1", "--phi-rep", "1,1"));
    int at = arguments.indexOf(option);
    if (at < 0) {
      arguments.addAll(List.of(option, value));
    } else {
      arguments.set(at + 1, value);
    }
    CommandRun run = CommandRun.of(arguments.toArray(String[]::new));
    assertThat(run.err()).contains(error);
    assertThat(run.exitCode()).isEqualTo(2);
  }
}
