package io.synod.benchmarks.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.fitting.measurement.Activity;
import io.synod.fitting.measurement.Interval;
import io.synod.fitting.measurement.Traffic;
import io.synod.process.ProcessFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class LeaderSumsTest {
  private static final String STATUS =
      """
      {"replica":2,"role":"leader","view":"3.2","instrumentation":{"nanos":1000000000,
      "totals":{"instances":100,"requests":1000,"request-bytes":64000,"replies":990,"answer-bytes":7920},
      "cpuNanos":{"client-io":1000000,"batcher":2000000,"protocol":3000000,"replica-io":4000000,
      "journal":5000000,"service":6000000,"other":7000000},
      "messages":{"accept":{"sent":200,"sentBytes":200000},"accepted":{"received":190,"receivedBytes":6840}}}}
      """;

  private static final String LATER =
      """
      {"replica":2,"role":"leader","view":"3.2","instrumentation":{"nanos":2000000000,
      "totals":{"instances":110,"requests":1100,"request-bytes":166400,"replies":1090,"answer-bytes":9520},
      "cpuNanos":{"client-io":11000000,"batcher":12000000,"protocol":13000000,"replica-io":14000000,
      "journal":15000000,"service":16000000,"other":27000000},
      "messages":{"accept":{"sent":220,"sentBytes":420000},"accepted":{"received":210,"receivedBytes":7560}}}}
      """;

  private static Map<String, Object> map(String json) {
    try {
      return JSON.std.mapFrom(json);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static LeaderSums sums(String json) {
    return LeaderSums.of(map(json));
  }

  @Test
  void an_interval_is_the_difference_of_two_statuses() {
    Interval interval = sums(STATUS).until(sums(LATER), "a load", 3);
    assertThat(interval.place()).isEqualTo("a load");
    assertThat(interval.replicas()).isEqualTo(3);
    assertThat(interval.traffic()).isEqualTo(new Traffic(10, 100, 1024, 16, 11_000, 36));
    assertThat(interval.cpu().totalMillis()).isEqualTo(80);
    assertThat(interval.cpu().of(Set.of(Activity.OTHER))).isEqualTo(20);
    assertThat(interval.cpu().of(Set.of(Activity.CLIENT_IO, Activity.BATCHER))).isEqualTo(20);
  }

  @Test
  void a_replica_that_leads_no_more_cannot_be_measured() {
    String follower = STATUS.replace("\"role\":\"leader\"", "\"role\":\"follower\"");
    assertThatThrownBy(() -> sums(follower))
        .isInstanceOf(ProcessFailure.class)
        .hasMessageStartingWith("replica 2 lost leadership");
  }

  @Test
  void an_interval_in_which_leadership_was_lost_and_regained_does_not_count() {
    LeaderSums before = sums(STATUS);
    LeaderSums after = sums(LATER.replace("3.2", "5.2"));
    assertThatThrownBy(() -> before.until(after, "a load", 3))
        .isInstanceOf(ProcessFailure.class)
        .hasMessageStartingWith("replica 2 led view 3.2 and then view 5.2");
  }

  @Test
  void an_interval_without_an_instance_is_refused() {
    LeaderSums same = sums(STATUS);
    assertThatThrownBy(() -> same.until(same, "a load", 3))
        .isInstanceOf(ProcessFailure.class)
        .hasMessage("a load: nothing was decided in 0 ms");
  }

  @Test
  void the_error_for_a_replica_without_instrumentation_says_how_to_start_it() {
    assertThatThrownBy(() -> sums("{\"replica\":1,\"instrumentation\":null}"))
        .isInstanceOf(ProcessFailure.class)
        .hasMessage(
            "replica 1 has no instrumentation: start the replicas with instrumentation = on");
  }

  @Test
  void the_error_for_a_status_of_another_version_names_the_missing_field() {
    LeaderSums before = sums(STATUS.replace("\"batcher\"", "\"baker\""));
    assertThatThrownBy(() -> before.until(sums(LATER), "a load", 3))
        .isInstanceOf(ProcessFailure.class)
        .hasMessageContaining("lacks 'batcher'");
  }
}
