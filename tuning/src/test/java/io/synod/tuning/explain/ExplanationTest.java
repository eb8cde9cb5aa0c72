package io.synod.tuning.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.BatchLimits;
import io.synod.tuning.explain.Explanation.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExplanationTest {
  // A window of 4 slots is on trial, in turns with the chosen one.
  private static final double WINDOW = 6;
  private static final BatchLimits LIMITS = new BatchLimits(1 << 17, 8);

  private static Evidence evidence(
      double rate,
      double open,
      double batch,
      Map<String, Double> threads,
      double disk,
      double all) {
    return new Evidence(
        rate, rate / 10, 2, 0.5, open, batch, 0, WINDOW, LIMITS, threads, disk, all, idle(1), 1);
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
        11_959,
        201,
        millis,
        0,
        open,
        62_365,
        0,
        WINDOW,
        LIMITS,
        threads,
        0,
        0.17,
        idle(roundTrip),
        1);
  }

  private static List<LinkUse> idle(double roundTrip) {
    return List.of(link(0, 12e6, roundTrip, roundTrip), link(2, 12e6, roundTrip, roundTrip));
  }

  private static LinkUse link(int replica, double bytes, double shortest, double least) {
    return new DeliveryRate().add(new LinkUse(replica, bytes, shortest, least, Double.NaN));
  }

  private static Explanation limitedBy(double thread, LinkUse... links) {
    return limitedBy(thread, (links.length + 1) / 2, links);
  }

  private static Explanation limitedBy(double thread, int votesNeeded, LinkUse... links) {
    Map<String, Double> threads = Map.of("replica", thread);
    List<LinkUse> all = List.of(links);
    return Explanation.of(
        new Evidence(
            11_959, 201, 20, 0, 4, 62_365, 0, WINDOW, LIMITS, threads, 0, 0.17, all, votesNeeded));
  }

  @Test
  void links_with_a_queue_are_named_with_what_they_deliver() {
    Explanation found = limitedBy(0.25, link(0, 12.4e6, 5.1, 31), link(2, 12.5e6, 5, 30));
    assertThat(found.kind()).isEqualTo(Kind.LINK);
    assertThat(found.limit())
        .isEqualTo(
            "The link to replica 0, 100 % busy: it delivers 12.4 MB/s, and behind its queue a round trip"
                + " takes 31.00 ms instead of 5.10 ms, and the link to replica 2, 100 % busy: it delivers"
                + " 12.5 MB/s, and behind its queue a round trip takes 30.00 ms instead of 5.00 ms.");
    assertThat(found.help()).startsWith("Twice the bandwidth would give about 2.0 times");
    assertThat(limitedBy(0.6, link(0, 12.4e6, 5.1, 31), link(2, 12.5e6, 5, 30)).help())
        .startsWith("Twice the bandwidth would give about 1.7 times");
  }

  @Test
  void a_link_that_no_majority_needs_is_no_limit() {
    LinkUse full = link(0, 12.4e6, 5.1, 31);
    assertThat(limitedBy(0.25, full, link(2, 12.4e6, 5, 5.5)).kind()).isEqualTo(Kind.WAY);
    assertThat(limitedBy(0.25, full, full, link(2, 1, 5, 5), link(3, 1, 5, 5)).kind())
        .isEqualTo(Kind.WAY);
    assertThat(limitedBy(0.25, full, full, full, link(3, 1, 5, 5)).kind()).isEqualTo(Kind.LINK);
  }

  @Test
  void a_quorum_of_all_needs_each_link_and_one_of_few_needs_none_of_two() {
    LinkUse full = link(0, 12.4e6, 5.1, 31);
    LinkUse free = link(2, 12.4e6, 5, 5.5);
    assertThat(limitedBy(0.25, 2, full, free).kind()).isEqualTo(Kind.LINK);
    assertThat(limitedBy(0.25, 1, full, full, full, free).kind()).isEqualTo(Kind.WAY);
  }

  @Test
  void no_quorum_is_reached_over_a_link_without_a_connection() {
    LinkUse full = link(0, 12.4e6, 5.1, 31);
    LinkUse lost = link(2, 0, 0, 0);
    assertThat(limitedBy(0.25, 1, full, lost).kind()).isEqualTo(Kind.LINK);
    LinkUse free = link(3, 12.4e6, 5, 5.5);
    assertThat(limitedBy(0.25, 1, full, lost, free).kind()).isEqualTo(Kind.WAY);
  }

  @Test
  void round_trips_that_wait_for_a_processor_say_nothing_about_links() {
    assertThat(limitedBy(0.75, link(0, 12.4e6, 5.1, 31), link(2, 12.5e6, 5, 30)).kind())
        .isEqualTo(Kind.CLIENTS);
    assertThat(limitedBy(0.9, link(0, 12.4e6, 5.1, 31), link(2, 12.5e6, 5, 30)).kind())
        .isEqualTo(Kind.THREAD);
  }

  @Test
  void a_full_link_of_unknown_capacity_is_not_named() {
    LinkUse unknown = new LinkUse(0, 12.4e6, 5.1, 31, Double.NaN);
    Explanation found = limitedBy(0.25, unknown, new LinkUse(2, 12.4e6, 5.1, 31, Double.NaN));
    assertThat(found.kind()).isNotEqualTo(Kind.LINK);
    assertThat(found.limit() + found.help()).doesNotContain("NaN");
  }

  @Test
  void a_link_is_as_busy_as_its_delivery_rate_says() {
    DeliveryRate rate = new DeliveryRate();
    LinkUse quiet = new LinkUse(2, 4e6, 5, 5, Double.NaN);
    assertThat(rate.add(quiet).busy()).isNaN();
    rate.add(new LinkUse(2, 10e6, 5, 20, Double.NaN));
    rate.add(new LinkUse(2, 9e6, 5, 20, Double.NaN));
    assertThat(rate.add(quiet).busy()).isEqualTo(0.4);
    // Slower for as long as it remembers.
    LinkUse slower = new LinkUse(2, 2e6, 5, 20, Double.NaN);
    for (int interval = 0; interval < 28; interval++) {
      assertThat(rate.add(slower).busy()).isEqualTo(0.2);
    }
    assertThat(rate.add(slower).busy()).isLessThan(0.3);
    assertThat(rate.add(slower).busy()).isEqualTo(1);
  }

  @Test
  void a_queue_is_more_than_what_a_round_trip_varies() {
    assertThat(new LinkUse(2, 1, 0.1, 3, 1).isFull()).isFalse();
    assertThat(new LinkUse(2, 1, 0.1, 3.2, 1).isFull()).isTrue();
    assertThat(new LinkUse(2, 1, 100, 149, 1).isFull()).isFalse();
    assertThat(new LinkUse(2, 1, 100, 151, 1).isFull()).isTrue();
    assertThat(new LinkUse(2, 1, 0, 0, 1).isFull()).isFalse();
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
  void a_figure_that_the_jvm_does_not_know_is_no_limit() {
    Explanation found = Explanation.of(evidence(1e6, 4, 9, Map.of(), 0, Double.NaN));
    assertThat(found.kind()).isEqualTo(Kind.CLIENTS);
    assertThat(found.resources()).noneMatch(one -> one.name().contains("processors"));
  }

  @Test
  void a_full_window_of_full_batches_is_the_way_to_the_quorum() {
    Explanation found = Explanation.of(evidence(1e4, 5.9, 1 << 17, Map.of("service", 0.1), 0, 0.2));
    assertThat(found.kind()).isEqualTo(Kind.WINDOW);
    assertThat(found.limit()).contains("5.9 of 6.0 slots", "2.00 ms to decide");
  }

  @Test
  void a_full_window_of_small_batches_is_too_small() {
    Explanation found = Explanation.of(evidence(1e4, 5.9, 900, Map.of("service", 0.1), 0, 0.2));
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
    assertThat(Explanation.of(evidence(0.9, 0.3, 90, Map.of(), 0, 0)).kind()).isEqualTo(Kind.IDLE);
  }

  @Test
  void slots_that_stay_open_are_load() {
    Explanation found = Explanation.of(evidence(0, 6.3, 40_346, Map.of(), 0, 1));
    assertThat(found.kind()).isEqualTo(Kind.UNDECIDED);
    assertThat(found.limit()).contains("6.3 slots are open");
    assertThat(found.help()).contains("synod status");
  }
}
