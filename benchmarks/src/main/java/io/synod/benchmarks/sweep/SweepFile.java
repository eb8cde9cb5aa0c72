package io.synod.benchmarks.sweep;

import io.synod.benchmarks.experiment.report.CsvRow;
import io.synod.benchmarks.experiment.report.RowFile;
import io.synod.benchmarks.load.Load;
import io.synod.fitting.measurement.Activity;
import io.synod.fitting.measurement.Traffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All intervals of sweeps, a line each. */
public final class SweepFile {
  /** In the folder of all results. */
  public static final String NAME = "sweeps.csv";

  private static final String ACTIVITIES =
      Stream.of(Activity.values())
          .map(activity -> "cpu-" + activity.word() + "-ms")
          .collect(Collectors.joining(","));
  private static final String HEADER =
      "scenario,request-bytes,offered,outstanding,max-bytes,window,requests-per-second,p50-ms,"
          + "p99-ms,interval-ms,instances,requests,answer-bytes,accept-bytes,accepted-bytes,"
          + "disk-ms,syncs,"
          + ACTIVITIES;

  private final Path file;
  private final RowFile rows;

  /**
   * Goes on with {@code file}, or begins it.
   *
   * @throws UncheckedIOException as {@link #read}, or if it cannot be written
   */
  public SweepFile(Path file) {
    this.file = file;
    try {
      rows = new RowFile(file, HEADER);
    } catch (IOException refused) {
      throw new UncheckedIOException(refused.getMessage(), refused);
    }
    // Before hours of measurements, not after them.
    read();
  }

  /**
   * All lines that are there.
   *
   * @throws UncheckedIOException if they are of another version, or cannot be read
   */
  public List<Swept> read() {
    try {
      return rows.rows().stream().map(line -> Swept.parse(CsvRow.parse(HEADER, line))).toList();
    } catch (IllegalArgumentException broken) {
      String message = file + " has a line that is none: " + broken.getMessage();
      throw new UncheckedIOException(message, new IOException(message, broken));
    } catch (IOException refused) {
      throw new UncheckedIOException(refused.getMessage(), refused);
    }
  }

  void add(Scenario scenario, int requestBytes, Load load, SweepPoint point) {
    Traffic traffic = point.leader().traffic();
    String cpu =
        Stream.of(Activity.values())
            .map(activity -> number(point.leader().cpu().millisOf().get(activity)))
            .collect(Collectors.joining(","));
    rows.add(
        Stream.of(
                    (double) requestBytes,
                    (double) load.perSecond(),
                    (double) load.outstanding(),
                    (double) point.limits().maxBytes(),
                    (double) point.limits().window(),
                    point.requestsPerSecond(),
                    point.load().latencyMillis(50),
                    point.load().latencyMillis(99),
                    point.millis(),
                    traffic.instances(),
                    traffic.requests(),
                    traffic.answerBytes(),
                    traffic.acceptBytes(),
                    traffic.acceptedBytes(),
                    point.diskMillis(),
                    point.syncs())
                .map(SweepFile::number)
                .collect(Collectors.joining(",", scenario.word() + ",", ","))
            + cpu);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.7g", value);
  }
}
