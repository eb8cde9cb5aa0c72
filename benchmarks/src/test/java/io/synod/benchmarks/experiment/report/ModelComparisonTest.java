package io.synod.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.synod.benchmarks.experiment.catalogue.Experiment;
import io.synod.benchmarks.experiment.report.ModelComparison.Saturation;
import io.synod.link.LinkShape;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results made from known costs, without noise: the models must find them again. */
final class ModelComparisonTest {
  private static final double A_CLI = 0.001;
  private static final double B_CLI = 0.0005;
  private static final double A_REP = 0.002;
  private static final double B_REP = 0.03;
  private static final double EXECUTION = 0.0001;
  private static final double PASSING = 1.8;
  private static final double WAIT = 0.2;
  private static final String HEADER =
      "time-ms,interval-ms,kind,replica,replicas,role,instances,requests,request-bytes,answer-bytes,"
          + "accept-bytes,accepted-bytes,cpu-ms,cpu-client-io-ms,cpu-batcher-ms,cpu-protocol-ms,"
          + "cpu-replica-io-ms,cpu-journal-ms,cpu-service-ms,cpu-other-ms\n";

  @TempDir Path folder;

  @Test
  void known_costs_come_back_and_predict_what_they_made() throws Exception {
    List<Result> results = new ArrayList<>();
    List<Path> files = new ArrayList<>();
    for (int request : new int[] {128, 1024}) {
      for (int k : new int[] {1, 8, 64}) {
        for (int window : new int[] {1, 2, 5}) {
          results.add(result(request, k, window));
          files.add(file(request, k, window));
        }
      }
    }

    ModelComparison comparison = ModelComparison.of(results, files, 3, LinkShape.STRAIGHT);

    assertThat(comparison.fit().costs().client().millisPerKib()).isCloseTo(A_CLI, within(1e-5));
    assertThat(comparison.fit().costs().replica().millis()).isCloseTo(B_REP, within(3e-4));
    assertThat(comparison.sharedClose()).isEqualTo(1);
    assertThat(comparison.sharing().passing()).isCloseTo(PASSING, within(1e-3));
    assertThat(comparison.sharing().waitMillis()).isCloseTo(WAIT, within(1e-4));
    assertThat(comparison.saturations()).hasSize(6).allMatch(Saturation::sharedHolds);
    assertThat(comparison.saturations())
        .allSatisfy(one -> assertThat(one.sharedError()).isCloseTo(0, within(1e-3)));
    assertThat(comparison.saturations()).extracting(Saturation::window).contains(2.0, 5.0);
  }

  private static double instanceMillis(int request, int k) {
    double client = (request + 24 + 8 + 21) / 1024.0;
    return k * (A_CLI * client + B_CLI) + 2 * replicaMillis(request, k) + k * EXECUTION;
  }

  private static double replicaMillis(int request, int k) {
    return A_REP * (acceptBytes(request, k) + 36) / 1024 + B_REP;
  }

  private static double acceptBytes(int request, int k) {
    return k * (request + 24) + 52;
  }

  /** Others on the processors make all of it slower, and a wait is shared by the window. */
  private static Result result(int request, int k, int window) {
    double period = PASSING * instanceMillis(request, k) + WAIT / window;
    Map<String, Double> values = new LinkedHashMap<>();
    Experiment.LAN.plan().columns().forEach(column -> values.put(column, 0.0));
    values.put(Axis.REQUEST, (double) request);
    values.put(Axis.BATCH, 12.0 + k * (request + 24));
    values.put(Axis.WINDOW, (double) window);
    values.put(Measure.BATCH_REQUESTS.column(), (double) k);
    values.put(Measure.ACCEPT_BYTES.column(), acceptBytes(request, k));
    values.put(Measure.ACCEPTED_BYTES.column(), 36.0);
    values.put(Measure.THROUGHPUT.column(), 1_000 * k / period);
    return new Result(request + "-" + k + "-" + window, values);
  }

  private Path file(int request, int k, int window) throws Exception {
    double client = (request + 24 + 8 + 21) / 1024.0;
    double clientMillis = 100 * k * (A_CLI * client + B_CLI);
    double replicaMillis = 100 * 2 * replicaMillis(request, k);
    double service = 100 * k * EXECUTION;
    StringBuilder text = new StringBuilder(HEADER);
    for (int row = 1; row <= 2; row++) {
      text.append(
          String.format(
              Locale.ROOT,
              "%d,500,interval,0,3,leader,100,%d,%d,8,%f,36,%f,%f,0,%f,0,0,%f,0%n",
              row * 500,
              100 * k,
              request,
              acceptBytes(request, k),
              clientMillis + replicaMillis + service,
              clientMillis,
              replicaMillis,
              service));
    }
    Path file = folder.resolve(request + "-" + k + "-" + window + ".csv");
    Files.writeString(file, text);
    return file;
  }
}
