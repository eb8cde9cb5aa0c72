package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.SynodClient;
import io.synod.replica.config.SynodConfig;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The fields of the status beside the position of the log. */
@Timeout(60)
final class StatusReportTest {
  private static final Pattern MEASURED_LINK =
      Pattern.compile(
          "\\{\"replica\":1,\"pings\":[1-9]\\d*,\"rttMicros\":\\d+,\"rttMeanMicros\":\\d+,");

  private static void awaitPing(SynodReplica replica) {
    Pause.until(() -> MEASURED_LINK.matcher(replica.statusJson()).find());
  }

  @Test
  void round_trips_to_the_peers_are_reported() {
    try (LocalCluster cluster = new LocalCluster(3, config -> config)) {
      awaitPing(cluster.replica(0));
      assertThat(cluster.replica(0).statusJson())
          .doesNotContain("{\"replica\":0,\"pings\"")
          .contains("\"bursts\":0,\"bitsPerSecond\":null,\"isLowerBound\":null,\"level\":1}");
    }
  }

  @Test
  void unknown_figures_of_a_peer_are_null() {
    SynodConfig config = LocalCluster.addresses(3).build();
    try (SynodReplica alone =
        SynodReplica.builder().config(config).id(0).service(new SumService()).start()) {
      assertThat(alone.statusJson())
          .contains("\"links\":[{\"replica\":1,\"pings\":0,\"rttMicros\":null,")
          .contains("\"isLowerBound\":null,\"level\":null}");
    }
  }

  @Test
  void the_sums_of_the_instrumentation_are_reported_and_grow() throws Exception {
    try (LocalCluster cluster = new LocalCluster(3, config -> config);
        SynodClient client = cluster.client()) {
      client.execute(SumService.number(1));
      // The present leader, and earlier ones.
      awaitAny(cluster, "\"totals\":\\{\"instances\":[1-9]\\d*,\"requests\":[1-9]");
      awaitAny(cluster, "\"accept\":\\{\"sent\":[1-9]\\d*,\"sentBytes\":[1-9]");
      awaitAny(cluster, "\"cpuNanos\":\\{\"client-io\":\\d+,.*\"protocol\":[1-9]");
    }
  }

  private static void awaitAny(LocalCluster cluster, String pattern) {
    Pattern wanted = Pattern.compile(pattern);
    while (true) {
      for (int id = 0; id < cluster.size(); id++) {
        if (wanted.matcher(cluster.replica(id).statusJson()).find()) {
          return;
        }
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void a_replica_may_lead_unless_it_says_why_not() {
    try (LocalCluster cluster = new LocalCluster(1, config -> config)) {
      cluster.leader();
      assertThat(cluster.replica(0).statusJson())
          .contains("\"cannotLead\":null,\"halted\":null,")
          .contains("\"transfer\":{\"count\":0,\"failure\":null},")
          .contains("\"change\":{\"count\":0,\"failure\":null},\"collectorPercent\":");
    }
  }

  @Test
  void the_membership_is_that_of_the_configuration_at_first() {
    try (LocalCluster cluster =
        new LocalCluster(3, config -> config.set("replica.1.priority", "7"))) {
      int leader = cluster.leader();
      assertThat(cluster.replica(leader).statusJson())
          .contains("\"membership\":{\"number\":0,\"first\":0,\"alpha\":")
          .contains(
              "\"settled\":true,\"phase1\":0,\"phase2\":0,\"next\":null,\"former\":[],\"members\":[{\"number\":0,")
          .containsPattern(
              "\"number\":1,\"peer\":\"127.0.0.1:[0-9]+\",\"client\":\"127.0.0.1:[0-9]+\",\"priority\":7\\}");
      MembershipState membership = cluster.replica(leader).membership();
      assertThat(membership.number()).isZero();
      assertThat(membership.isSettled()).isTrue();
      assertThat(membership.next()).isEqualTo(-1);
      assertThat(membership.members())
          .extracting(MembershipState.Member::priority)
          .containsExactly(0, 7, 0);
    }
  }

  @Test
  void a_leader_explains_what_limits_it_and_why_its_settings_are_as_they_are() throws Exception {
    try (LocalCluster cluster =
            new LocalCluster(
                1,
                config ->
                    config
                        .set("pipeline.window", "auto")
                        .set("batch.max-bytes", "32KiB")
                        .set("instrumentation.interval", "100ms"));
        SynodClient client = cluster.client()) {
      client.execute(SumService.number(1));
      awaitAny(
          cluster,
          "\"explanation\":\"replica 0 leads: .*What limits it:  .*"
              + "batch.max-bytes +32,768  the configuration says so.*"
              + "pipeline.window +8  auto, 1 to 512: see the decisions.*"
              + "Nothing was changed yet\\.");
    }
  }

  @Test
  void the_status_is_json_whatever_the_users_digits_are() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try (LocalCluster cluster = new LocalCluster(3, config -> config)) {
      assertThat(cluster.replica(cluster.leader()).statusJson())
          .doesNotContainPattern("[\\p{Nd}&&[^0-9]]");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void a_replica_that_measures_nothing_says_so() {
    try (LocalCluster cluster =
        new LocalCluster(1, config -> config.set("instrumentation", "off"))) {
      assertThat(cluster.replica(0).statusJson())
          .endsWith("\"links\":[],\"instrumentation\":null}");
    }
  }
}
