package io.synod.tuning.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.BatchLimits;
import io.synod.tuning.explain.Explanation.Kind;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExplanationTest {
  private static final BatchLimits LIMITS = new BatchLimits(1 << 17, 8);

  private static Evidence evidence(
      double rate,
      double open,
      double batch,
      Map<String, Double> threads,
      double disk,
      double all) {
    return new Evidence(rate, rate / 10, 2, 0.5, open, batch, 0, LIMITS, threads, disk, all, 1);
  }

  @Test
  void a_busy_thread_is_named_with_what_half_its_work_would_bring() {
    Explanation found =
        Explanation.of(
            evidence(1e6, 8, 1 << 17, Map.of("service", 0.98, "protocol", 0.7), 0.3, 0.6));
    assertThat(found.kind()).isEqualTo(Kind.THREAD);
    assertThat(found.limit()).isEqualTo("The thread service, 98 % busy.");
    assertThat(found.help()).contains("about 1.4 times as many requests");
  }

  @Test
  void no_more_than_twice_as_much_is_promised() {
    Explanation found =
        Explanation.of(evidence(1e6, 8, 1 << 17, Map.of("service", 0.98), 0.1, 0.2));
    assertThat(found.help()).contains("about 2.0 times as many requests");
  }

  private static Evidence queueing(double open, double millis, double thread, double roundTrip) {
    Map<String, Double> threads = Map.of("replica", thread);
    return new Evidence(
        11_959, 201, millis, 0, open, 62_365, 0, LIMITS, threads, 0, 0.17, roundTrip);
  }

  @Test
  void slots_that_wait_for_a_link_are_not_the_clients_fault() {
    Explanation found = Explanation.of(queueing(4, 19.87, 0.02, 5.1));
    assertThat(found.kind()).isEqualTo(Kind.WAY);
    assertThat(found.limit())
        .isEqualTo(
            "The way to the other replicas: a slot takes 19.87 ms to decide, a round trip without load"
                + " 5.10 ms.");
    assertThat(found.help()).contains("12.5 MB/s to each replica");
    assertThat(Explanation.of(queueing(8, 19.87, 0.02, 5.1)).kind()).isEqualTo(Kind.WAY);
  }

  @Test
  void slots_that_take_a_round_trip_or_wait_here_are_not_on_the_way() {
    assertThat(Explanation.of(queueing(4, 9, 0.02, 5.1)).kind()).isEqualTo(Kind.CLIENTS);
    assertThat(Explanation.of(queueing(1, 19.87, 0.02, 5.1)).kind()).isEqualTo(Kind.CLIENTS);
    assertThat(Explanation.of(queueing(4, 19.87, 0.6, 5.1)).kind()).isEqualTo(Kind.CLIENTS);
    assertThat(Explanation.of(queueing(4, 2.5, 0.02, 0.2)).kind()).isEqualTo(Kind.CLIENTS);
    assertThat(Explanation.of(queueing(4, 19.87, 0.02, Double.NaN)).kind()).isEqualTo(Kind.CLIENTS);
  }

  @Test
  void the_disk_is_named() {
    Explanation found =
        Explanation.of(evidence(1e5, 8, 1 << 17, Map.of("journal", 0.1), 0.97, 0.5));
    assertThat(found.kind()).isEqualTo(Kind.DISK);
    assertThat(found.limit()).isEqualTo("The journal's disk, 97 % busy.");
    assertThat(found.help()).contains("A disk that is twice as fast would give about 1.9 times");
  }

  @Test
  void the_processors_of_the_machine_are_named() {
    Explanation found = Explanation.of(evidence(1e6, 4, 9, Map.of("service", 0.5), 0, 0.99));
    assertThat(found.kind()).isEqualTo(Kind.PROCESSORS);
  }

  @Test
  void what_the_jvm_does_not_know_is_no_limit() {
    Explanation found = Explanation.of(evidence(1e6, 4, 9, Map.of(), 0, Double.NaN));
    assertThat(found.kind()).isEqualTo(Kind.CLIENTS);
    assertThat(found.resources()).noneMatch(one -> one.name().contains("processors"));
  }

  @Test
  void a_full_window_of_full_batches_is_the_way_to_the_quorum() {
    Explanation found = Explanation.of(evidence(1e4, 7.9, 1 << 17, Map.of("service", 0.1), 0, 0.2));
    assertThat(found.kind()).isEqualTo(Kind.WINDOW);
    assertThat(found.limit()).contains("7.9 of 8 slots", "2.00 ms to decide");
  }

  @Test
  void a_full_window_of_small_batches_is_too_small() {
    Explanation found = Explanation.of(evidence(1e4, 7.9, 900, Map.of("service", 0.1), 0, 0.2));
    assertThat(found.kind()).isEqualTo(Kind.WAY);
  }

  @Test
  void where_nothing_is_busy_the_clients_send_no_more() {
    Explanation found = Explanation.of(evidence(1_234, 1, 900, Map.of("service", 0.1), 0, 0.2));
    assertThat(found.kind()).isEqualTo(Kind.CLIENTS);
    assertThat(found.limit()).contains("1,234 requests a second");
  }

  @Test
  void without_load_there_is_nothing_to_explain() {
    assertThat(Explanation.of(evidence(0, 0, 0, Map.of(), 0, 0)).kind()).isEqualTo(Kind.IDLE);
  }
}
