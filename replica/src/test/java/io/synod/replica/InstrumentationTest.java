package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.synod.client.SynodClient;
import io.synod.core.settings.Durability;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.ThreadLayout;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The figures that a replica reports are of what it has done. */
@Timeout(180)
class InstrumentationTest {
  private static final int AT_ONCE = 20;

  // Enough pieces of work that none of them escapes the samples.
  private static final int ROUNDS = 1000;
  private static final int REQUESTS = ROUNDS * AT_ONCE;
  private static final int FEW_ROUNDS = 50;
  private static final List<String> PATH_OF_A_REQUEST =
      List.of("client-io", "batcher", "protocol", "replica-io", "service");

  // A machine that stands still may end a leadership in a run; not in each of them.
  private static final int TRIES = 3;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void rows_hold_what_was_done_and_sum_up_to_the_run(ThreadLayout layout) throws Exception {
    Path into = folder;
    int leader = requested(into, layout, Durability.MEMORY);
    for (int further = 1; further < TRIES && leaderships(into) > 1; further++) {
      into = Files.createDirectory(folder.resolve("again-" + further));
      leader = requested(into, layout, Durability.MEMORY);
    }
    for (int replica = 0; replica < 3; replica++) {
      List<CsvRow> rows = rows(into, replica);
      CsvRow run = rows.get(rows.size() - 1);
      assertThat(run.text("kind")).isEqualTo("run");
      assertThat(run.number("requests")).isGreaterThanOrEqualTo(REQUESTS);
      assertThat(run.number("request-bytes")).isBetween(7.0, 9.0);
      for (String column : List.of("requests", "instances", "cpu-ms", "link-0-sent-bytes")) {
        double sum = rows.stream().limit(rows.size() - 1).mapToDouble(r -> r.number(column)).sum();
        assertThat(run.number(column)).as(column).isCloseTo(sum, within(1e-3));
      }
    }
    assertLed(run(into, leader));
  }

  /** Of all replicas together. */
  private static double leaderships(Path into) throws Exception {
    double sum = 0;
    for (int replica = 0; replica < 3; replica++) {
      sum += run(into, replica).number("leaderships");
    }
    return sum;
  }

  private static void assertLed(CsvRow run) {
    assertThat(run.number("answer-bytes")).isBetween(7.0, 9.0);
    assertThat(run.number("batch-requests"))
        .isCloseTo(run.number("requests") / run.number("instances"), within(1e-3));
    assertThat(run.number("accept-bytes")).isGreaterThan(run.number("batch-bytes"));
    assertThat(run.number("accepted-bytes")).isEqualTo(40);
    assertThat(run.number("instance-latency-us")).isPositive();
    // It is open for as long as instances take, one after the other.
    double open = run.number("instances") * run.number("instance-latency-us") / 1000;
    assertThat(run.number("window-mean") * run.number("interval-ms"))
        .isCloseTo(open, within(0.5 * open));
    assertThat(run.number("leaderships")).isPositive();
    double sum = run.number("cpu-journal-ms") + run.number("cpu-other-ms");
    for (String activity : PATH_OF_A_REQUEST) {
      assertThat(run.number("cpu-" + activity + "-ms")).as(activity).isPositive();
      sum += run.number("cpu-" + activity + "-ms");
    }
    assertThat(run.number("cpu-ms")).isCloseTo(sum, within(0.01));
    assertThat(run.number("cpu-ms")).isLessThan(run.number("cpu-process-ms"));
  }

  @Test
  void with_a_journal_its_thread_and_its_waits_are_reported() throws Exception {
    CsvRow run = run(folder, requested(folder, ThreadLayout.STAGED, Durability.SYNC));
    assertThat(run.number("cpu-journal-ms")).isPositive();
    assertThat(run.number("journal-wait-us")).isPositive();
    assertThat(run.number("journal-syncs")).isPositive();
    assertThat(run.number("journal-bytes")).isGreaterThan(REQUESTS * 8);
  }

  @Test
  void prometheus_and_the_beans_report_the_same() throws Exception {
    int port = FreePorts.find(1).get(0);
    try (LocalCluster cluster =
        new LocalCluster(1, config -> config.metricsPort(port).networkBandwidth(1_000_000))) {
      cluster.leader();
      request(cluster, FEW_ROUNDS);
      HttpResponse<String> answer = get(port, "/metrics");
      // A replica that stood still may be changing the view at this moment.
      while (answer.statusCode() == 200 && metric(answer.body(), "synod_leads") != 1) {
        answer = get(port, "/metrics");
      }

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type")).get().asString().contains("0.0.4");
      double requests = metric(answer.body(), "synod_requests_total");
      assertThat(requests).isGreaterThanOrEqualTo(FEW_ROUNDS * AT_ONCE);
      assertThat(metric(answer.body(), "synod_leads")).isEqualTo(1);
      assertThat(answer.body()).contains("activity=\"client-io\"");
      assertThat(get(port, "/").statusCode()).isEqualTo(404);

      MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
      ObjectName run = new ObjectName("io.synod:type=Run,cluster=\"test\",replica=0");
      assertThat((double) beans.getAttribute(run, "requests")).isEqualTo(requests);
      assertThat(beans.getAttribute(run, "role")).isIn("leader", "changing");
      assertThat(beans.getMBeanInfo(run).getAttributes()).hasSizeGreaterThan(40);
    }
    assertThat(
            ManagementFactory.getPlatformMBeanServer()
                .queryNames(new ObjectName("io.synod:*"), null))
        .isEmpty();
  }

  @Test
  void nothing_is_measured_if_that_is_not_wanted() throws Exception {
    try (LocalCluster cluster = new LocalCluster(1, config -> config.instrumentation(false))) {
      cluster.leader();
      request(cluster, 1);
      assertThat(Thread.getAllStackTraces().keySet())
          .extracting(Thread::getName)
          .noneMatch(name -> name.endsWith("instrumentation"));
    }
  }

  @Test
  void the_error_for_a_taken_port_names_its_key() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(
              () -> new LocalCluster(1, config -> config.metricsPort(taken.getLocalPort())))
          .isInstanceOf(ReplicaException.class)
          .hasMessageContaining("metrics.port")
          .hasMessageContaining("" + taken.getLocalPort())
          .hasMessageEndingWith(
              "address already in use; end the process that listens there, or name another port");
    }
  }

  @Test
  void the_error_for_a_file_that_cannot_be_written_names_its_key() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(
            () -> new LocalCluster(1, config -> config.instrumentationCsv(file.resolve("x.csv"))))
        .isInstanceOf(ReplicaException.class)
        .hasMessageContaining("instrumentation.csv")
        .hasMessageNotContaining("Exception");
  }

  /** Three replicas write their figures of so many requests to a folder; returns the leader. */
  private static int requested(Path into, ThreadLayout layout, Durability durability)
      throws Exception {
    try (LocalCluster cluster =
        new LocalCluster(
            3,
            config ->
                config
                    .threadLayout(layout)
                    .durability(durability)
                    .electionTimeout(Duration.ofSeconds(5))
                    .storageDirectory(into.resolve("data"))
                    .instrumentationInterval(Duration.ofMillis(200))
                    .instrumentationCsv(into.resolve("rows.csv")))) {
      request(cluster, ROUNDS);
      return cluster.leader();
    }
  }

  private static void request(LocalCluster cluster, int rounds) throws Exception {
    try (SynodClient client = cluster.client()) {
      for (int round = 0; round < rounds; round++) {
        List<CompletableFuture<byte[]>> answers = new ArrayList<>();
        for (int request = 0; request < AT_ONCE; request++) {
          answers.add(client.send(SumService.number(1)));
        }
        for (CompletableFuture<byte[]> answer : answers) {
          answer.get(30, TimeUnit.SECONDS);
        }
      }
      Sums.awaitSums(cluster, rounds * AT_ONCE, cluster.config().cluster().ids());
    }
  }

  private static List<CsvRow> rows(Path from, int replica) throws Exception {
    return CsvRow.read(from.resolve("rows-" + replica + ".csv"));
  }

  private static CsvRow run(Path from, int replica) throws Exception {
    List<CsvRow> rows = rows(from, replica);
    return rows.get(rows.size() - 1);
  }

  private static double metric(String text, String name) {
    return text.lines()
        .filter(line -> line.startsWith(name + "{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .findFirst()
        .orElseThrow();
  }

  private static HttpResponse<String> get(int port, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }
}
