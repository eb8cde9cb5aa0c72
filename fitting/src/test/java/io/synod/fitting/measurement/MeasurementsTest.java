package io.synod.fitting.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MeasurementsTest {
  private static final String HEADER =
      "time-ms,interval-ms,kind,replica,replicas,role,view,instances,requests,request-bytes,"
          + "answer-bytes,accept-bytes,accepted-bytes,cpu-ms,cpu-client-io-ms,cpu-batcher-ms,"
          + "cpu-protocol-ms,cpu-replica-io-ms,cpu-journal-ms,cpu-service-ms,cpu-other-ms,window-mean";

  @TempDir Path folder;

  /** A leader's second that ends at {@code time}. */
  private static String row(int time) {
    return time + ",1000,interval,0,3,leader,1.0,100,400,128,8,660,36,70,1,2,4,8,16,32,0.5,3.2";
  }

  private Path file(String... lines) {
    try {
      return Files.write(folder.resolve("runs.csv"), List.of(lines));
    } catch (IOException refused) {
      throw new AssertionError(refused);
    }
  }

  private static Measurements read(Path file, int skipSeconds) {
    return Measurements.read(List.of(file), Duration.ofSeconds(skipSeconds));
  }

  private void assertRefused(Path file, String message) {
    assertThatExceptionOfType(MeasurementException.class)
        .isThrownBy(() -> read(file, 0))
        .withMessage(file + message);
  }

  @Test
  void an_interval_of_a_leader_is_read() {
    Measurements read = read(file(HEADER, row(1_000)), 0);
    Interval interval = read.intervals().get(0);
    assertThat(interval.place()).isEqualTo(folder.resolve("runs.csv") + ":2");
    assertThat(interval.replicas()).isEqualTo(3);
    assertThat(interval.traffic()).isEqualTo(new Traffic(100, 400, 128, 8, 660, 36));
    assertThat(interval.cpu().totalMillis()).isEqualTo(70);
    assertThat(interval.cpu().of(Set.of(Activity.CLIENT_IO, Activity.BATCHER))).isEqualTo(3);
    assertThat(interval.cpu().of(Set.of(Activity.PROTOCOL))).isEqualTo(4);
    assertThat(interval.cpu().of(Set.of(Activity.REPLICA_IO))).isEqualTo(8);
    assertThat(interval.cpu().of(Set.of(Activity.JOURNAL))).isEqualTo(16);
    assertThat(interval.cpu().of(Set.of(Activity.SERVICE))).isEqualTo(32);
    assertThat(interval.cpu().of(Set.of(Activity.OTHER))).isEqualTo(0.5);
  }

  @Test
  void the_order_of_columns_is_free() {
    String[] names = HEADER.split(",");
    String[] fields = row(1_000).split(",");
    StringBuilder header = new StringBuilder("more");
    StringBuilder row = new StringBuilder("x");
    for (int index = names.length - 1; index >= 0; index--) {
      header.append(',').append(names[index]);
      row.append(',').append(fields[index]);
    }
    Measurements reversed = read(file(header.toString(), row.toString()), 0);
    assertThat(reversed.intervals()).isEqualTo(read(file(HEADER, row(1_000)), 0).intervals());
  }

  @Test
  void only_leaders_that_decided_requests_count() {
    Measurements read =
        read(
            file(
                HEADER,
                row(1_000),
                row(2_000).replace("leader", "follower"),
                row(3_000).replace(",interval,", ",run,"),
                row(4_000).replace(",100,400,", ",0,0,"),
                row(5_000).replace(",100,400,", ",1,0,"),
                "",
                row(6_000)),
            0);
    assertThat(read.intervals()).extracting(Interval::place).allMatch(p -> p.matches(".*:[28]"));
    assertThat(read.intervals()).hasSize(2);
    assertThat(read.rows()).isEqualTo(6);
  }

  @Test
  void each_replica_warms_up_from_its_own_first_interval_on() {
    String other = row(21_000).replace(",0,3,leader", ",1,3,leader");
    Measurements read =
        read(
            file(
                HEADER,
                row(1_000).replace("leader", "follower"),
                row(10_000),
                row(11_000),
                row(12_000),
                other),
            10);
    assertThat(read.intervals()).hasSize(2);
    assertThat(read.warmUp()).isEqualTo(2);
  }

  @Test
  void files_count_together() throws IOException {
    Path first = file(HEADER, row(1_000));
    Path second = Files.write(folder.resolve("more.csv"), List.of(HEADER, row(9_000)));
    Path follower = folder.resolve("follower.csv");
    Files.write(follower, List.of(HEADER, row(9_000).replace("leader", "follower")));
    Measurements read = Measurements.read(List.of(first, second, follower), Duration.ZERO);
    assertThat(read.intervals()).hasSize(2);
    assertThat(read.rows()).isEqualTo(3);
  }

  @Test
  void a_file_that_cannot_be_read_is_named() throws IOException {
    assertRefused(folder.resolve("none.csv"), ": there is no such file");
    assertRefused(folder, ": is a directory");
    assertRefused(file(), ": is empty");
    byte[] latin = "\u00e4\n".getBytes(StandardCharsets.ISO_8859_1);
    assertRefused(Files.write(folder.resolve("latin.csv"), latin), ": is not text in UTF-8");
  }

  @Test
  void a_header_of_something_else_is_refused() {
    assertRefused(
        file(HEADER.replace("accept-bytes,", "").replace("cpu-service-ms", "service"), row(1)),
        ":1: not the header of a replica's measurements: there is no accept-bytes, cpu-service-ms");
    assertRefused(file(HEADER + ",kind", row(1)), ":1: two columns are named kind");
  }

  @Test
  void files_in_which_nothing_counts_are_refused() {
    String nothing = " rows is an interval in which a leader had requests decided";
    assertRefused(file(HEADER), ": none of 0" + nothing);
    assertRefused(file(HEADER, row(1).replace("leader", "follower")), ": none of 1" + nothing);
  }

  @ParameterizedTest
  @CsvSource({
    "'interval,0', 'interval,-1', replica: '-1' is not a replica's number",
    "'interval,0', 'hour,0', kind: 'hour' is not interval or run",
    "',128,', ',NaN,', request-bytes: 'NaN' is not a number from 0 on",
    "',128,', ',1d,', request-bytes: '1d' is not a number from 0 on",
    "',128,', ',,', request-bytes: '' is not a number from 0 on",
    "',1000,', ',0,', interval-ms: '0' is not a length in milliseconds",
    "'0,3,', '0,0,', replicas: '0' is not a number of replicas",
    "',0.5,', ',-0.5,', cpu-other-ms: '-0.5' is not a number from 0 on",
  })
  void nonsense_is_named_with_line_and_column(String is, String becomes, String error) {
    assertRefused(file(HEADER, row(1_000), row(2_000).replace(is, becomes)), ":3: " + error);
  }

  @Test
  void a_line_that_was_cut_off_is_refused() {
    assertRefused(
        file(HEADER, row(1_000), "2000,1000,interval"),
        ":3: 3 fields under a header of 22; a last line that was not written to its end may be"
            + " deleted");
  }
}
