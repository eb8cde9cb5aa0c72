package io.synod.replica.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.network.wire.FrameType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PrometheusTextTest {
  private static final Pattern LINE =
      Pattern.compile("(synod_[a-z0-9_]+)\\{([a-z]+=\"[^\"]*\",?)+} -?[0-9.E-]+");
  private static final Pattern NAME = Pattern.compile("synod_[a-z0-9_]+");

  @Test
  void every_line_has_a_type_and_names_cluster_and_replica() {
    List<String> lines = text().lines().toList();
    for (String line : lines) {
      if (!line.startsWith("#")) {
        Matcher matcher = LINE.matcher(line);
        assertThat(matcher.matches()).as(line).isTrue();
        assertThat(line).contains("cluster=\"ledger\",replica=\"1\"");
        assertThat(lines).anyMatch(type -> type.startsWith("# TYPE " + matcher.group(1) + " "));
      }
    }
  }

  @Test
  void the_text_is_the_same_whatever_the_users_digits_are() {
    Locale before = Locale.getDefault();
    String text = text();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      assertThat(text()).isEqualTo(text);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void times_are_seconds_and_the_rest_is_as_counted() {
    assertThat(text())
        .contains("synod_member{cluster=\"ledger\",replica=\"1\"} 1\n")
        .contains("synod_storage_full{cluster=\"ledger\",replica=\"1\"} 0\n")
        .contains("synod_service_halted{cluster=\"ledger\",replica=\"1\"} 1\n")
        .contains("synod_connected_peers{cluster=\"ledger\",replica=\"1\"} 2\n")
        .contains("synod_collector_ratio{cluster=\"ledger\",replica=\"1\"} 0.61\n")
        .contains("synod_requests_total{cluster=\"ledger\",replica=\"1\"} 1001\n")
        .contains("synod_decision_time_seconds_total{cluster=\"ledger\",replica=\"1\"} 2.0\n")
        .contains(
            "synod_cpu_seconds_total{cluster=\"ledger\",replica=\"1\",activity=\"batcher\"} 0.5\n")
        .contains("synod_link_sent_bytes_total{cluster=\"ledger\",replica=\"1\",peer=\"2\"} 30\n")
        .contains(
            "synod_messages_sent_total{cluster=\"ledger\",replica=\"1\",type=\"accept\"} 5\n");
  }

  @Test
  void the_dashboard_and_the_alerts_ask_for_what_there_is() throws IOException {
    Set<String> there = names(text());
    assertThat(there).hasSizeGreaterThan(40);
    for (String file : List.of("grafana-dashboard.json", "prometheus-alerts.yml")) {
      Set<String> wanted = names(Files.readString(Path.of("../config").resolve(file)));
      assertThat(wanted).as(file).hasSizeGreaterThan(5);
      assertThat(there).as(file).containsAll(wanted);
    }
  }

  @Test
  void the_documentation_names_every_column_and_metric() throws IOException {
    String page = Files.readString(Path.of("../docs/instrumentation.md"));
    for (Column column : Column.all(List.of(0, 1, 2))) {
      assertThat(page).contains("`" + column.name().replaceFirst("link-[0-9]+", "link-N") + "`");
    }
    for (Total total : Total.values()) {
      assertThat(page).contains("`" + total.label() + "`");
    }
  }

  @Test
  void the_documentation_names_the_metrics_that_are_no_column_and_no_others() throws IOException {
    String page = Files.readString(Path.of("../docs/instrumentation.md"));
    Set<String> there = names(text());
    assertThat(there).containsAll(names(page));
    for (String name : there) {
      String label = name.replaceAll("^synod_|(_seconds)?_total$", "").replace('_', '-');
      assertThat(page).containsAnyOf("`" + name + "`", "`" + label + "`");
    }
  }

  /** Dashboards show the help of one metric alone. */
  @Test
  void each_help_is_understood_without_the_metric_before_it() {
    assertThat(text().lines().filter(line -> line.startsWith("# HELP ")))
        .hasSizeGreaterThan(40)
        .noneMatch(line -> line.matches("# HELP \\S+ (of|for which|in which|from) .*"))
        .noneMatch(line -> line.matches(".*\\b(those|over them|whether it|whether its)\\b.*"));
  }

  private static Set<String> names(String text) {
    Set<String> names = new TreeSet<>();
    Matcher matcher = NAME.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group());
    }
    return names;
  }

  static Gauges gauges() {
    return new Gauges(true, true, false, true, 2, 7, 6, 1, 8, 0, 61);
  }

  private static String text() {
    return PrometheusText.of("ledger", 1, gauges(), sample());
  }

  private static Sample sample() {
    long[] totals = new long[Total.values().length];
    totals[Total.REQUESTS.ordinal()] = 1001;
    totals[Total.DECISION_TIME.ordinal()] = 2_000_000L;
    long[] cpu = new long[Activity.values().length];
    cpu[Activity.BATCHER.ordinal()] = 500_000_000L;
    Sample.Link[] links = {
      new Sample.Link(10, 1, 5, 5), new Sample.Link(0, 0, 0, 0), new Sample.Link(30, 3, 5, 5)
    };
    Sample.Messages[] traffic = new Sample.Messages[FrameType.values().length];
    Arrays.fill(traffic, new Sample.Messages(0, 0, 0, 0));
    traffic[FrameType.ACCEPT.ordinal()] = new Sample.Messages(5, 500, 0, 0);
    Sample.Standing standing = new Sample.Standing("leader", "1.1");
    return new Sample(1, 2, standing, 3, totals, cpu, 3, links, traffic, Map.of(), Double.NaN, 0);
  }
}
