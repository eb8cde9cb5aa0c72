package io.synod.replica.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.settings.BatchLimits;
import io.synod.network.wire.FrameType;
import io.synod.tuning.explain.Evidence;
import io.synod.tuning.explain.LinkUse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecentTest {
  private static final long SECOND = 1_000_000_000L;
  private static final BatchLimits LIMITS = new BatchLimits(1 << 17, 8);

  private Sample last = sample(0, "leader", 0, 0, Double.NaN);
  private final Recent recent = new Recent(new Period(0, last, last, Long.MAX_VALUE));

  private static Sample sample(
      long seconds, String role, long requests, long sentBytes, double machine) {
    long[] totals = new long[Total.values().length];
    totals[Total.REQUESTS.ordinal()] = requests;
    Sample.Link self = new Sample.Link(0, 0, 0, 0);
    Sample.Link other = new Sample.Link(sentBytes, 0, 5_000_000, 30_000_000);
    Sample.Messages[] traffic = new Sample.Messages[FrameType.values().length];
    Arrays.fill(traffic, new Sample.Messages(0, 0, 0, 0));
    return new Sample(
        0,
        seconds * SECOND,
        new Sample.Standing(role, "1.0"),
        3,
        totals,
        new long[Activity.values().length],
        0,
        new Sample.Link[] {self, other, other},
        traffic,
        Map.of("synod-0-replica", requests * 1_000),
        machine,
        12 * seconds * SECOND);
  }

  private void add(Sample next) {
    recent.add(new Period(0, last, next, Long.MAX_VALUE));
    last = next;
  }

  private Evidence evidence() {
    return recent.evidence(LIMITS, Quorums.majority(3), "synod-0-");
  }

  @Test
  void the_present_members_and_their_quorum_count() {
    add(sample(1, "leader", 1, 10_000_000, 0.1));
    Quorums two = new Quorums(ReplicaSet.of(List.of(0, 2)), 2, 2);
    Evidence evidence = recent.evidence(LIMITS, two, "synod-0-");
    assertThat(evidence.links()).extracting(LinkUse::replica).containsExactly(2);
    assertThat(evidence.votesNeeded()).isOne();
    Quorums led = new Quorums(ReplicaSet.of(List.of(1, 2)), 2, 2);
    assertThat(recent.evidence(LIMITS, led, "").votesNeeded()).isEqualTo(2);
  }

  @Test
  void a_member_that_was_added_counts_from_its_second_interval_on() {
    Sample before = sample(1, "leader", 1, 10_000_000, 0.1);
    Sample.Link[] fewer = Arrays.copyOf(before.links(), 2);
    add(
        new Sample(
            0,
            before.nanos(),
            before.standing(),
            2,
            before.totals(),
            before.cpuNanos(),
            0,
            fewer,
            before.traffic(),
            before.threadNanos(),
            0.1,
            before.allowedSlotNanos()));
    add(sample(2, "leader", 2, 18_000_000, 0.1));
    assertThat(evidence().links()).extracting(LinkUse::bytesPerSecond).containsExactly(8e6, 0.0);
  }

  @Test
  void nothing_is_known_at_first() {
    assertThat(evidence().requestsPerSecond()).isZero();
    assertThat(evidence().links()).isEmpty();
    assertThat(evidence().machine()).isNaN();
  }

  @Test
  void the_last_ten_seconds_count() {
    add(sample(1, "leader", 900_000, 0, 0.5));
    for (int second = 2; second <= 11; second++) {
      add(sample(second, "leader", 900_000 + 100_000 * (second - 1), 0, 0.5));
    }
    assertThat(evidence().requestsPerSecond()).isCloseTo(100_000, within(1e-6));
    assertThat(evidence().threads()).containsEntry("replica", 0.1);
    assertThat(evidence().windowMean()).isEqualTo(12);
  }

  @Test
  void one_busy_second_does_not_decide_how_busy_the_machine_is() {
    for (int second = 1; second <= 10; second++) {
      add(sample(second, "leader", second, 0, second == 10 ? 0.99 : 0.3));
    }
    assertThat(evidence().machine()).isEqualTo(0.3);
  }

  @Test
  void another_role_begins_anew() {
    add(sample(1, "follower", 0, 0, 0.1));
    add(sample(9, "follower", 0, 0, 0.1));
    add(sample(10, "leader", 1_000, 0, 0.9));
    add(sample(11, "leader", 2_000, 0, 0.9));
    assertThat(evidence().requestsPerSecond()).isCloseTo(1_000, within(1e-6));
    assertThat(evidence().machine()).isEqualTo(0.9);
  }

  @Test
  void links_are_those_of_the_last_interval_with_what_they_have_delivered() {
    add(sample(1, "leader", 1, 10_000_000, 0.1));
    add(sample(2, "leader", 2, 18_000_000, 0.1));
    assertThat(evidence().links()).hasSize(2);
    assertThat(evidence().links().get(0).replica()).isEqualTo(1);
    assertThat(evidence().links().get(1).replica()).isEqualTo(2);
    assertThat(evidence().links().get(1).bytesPerSecond()).isEqualTo(8e6);
    assertThat(evidence().links().get(1).capacity()).isEqualTo(1e7);
    assertThat(evidence().links().get(1).leastMillis()).isEqualTo(30);
  }

  @Test
  void a_busy_processor_and_a_follower_say_nothing_of_what_links_deliver() {
    add(sample(1, "leader", 1, 10_000_000, 0.8));
    assertThat(evidence().links().get(0).capacity()).isNaN();
    add(sample(2, "leader", 800_000, 18_000_000, 0.1));
    assertThat(evidence().links().get(0).capacity()).as("its thread is busy").isNaN();
    add(sample(3, "follower", 800_001, 28_000_000, 0.1));
    add(sample(4, "follower", 800_002, 48_000_000, 0.1));
    add(sample(5, "leader", 800_003, 68_000_000, 0.1));
    assertThat(evidence().links().get(0).capacity()).isNaN();
    add(sample(6, "leader", 800_004, 78_000_000, 0.1));
    assertThat(evidence().links().get(0).capacity()).isEqualTo(1e7);
    add(sample(7, "leader", 800_005, 83_000_000, 0.9));
    assertThat(evidence().links().get(0).capacity()).isEqualTo(1e7);
  }

  @Test
  void another_view_begins_anew_with_what_links_deliver() {
    add(sample(1, "leader", 1, 10_000_000, 0.1));
    add(sample(2, "follower", 1, 10_000_000, 0.1));
    add(sample(3, "leader", 1, 10_000_000, 0.1));
    add(sample(4, "leader", 2, 15_000_000, 0.1));
    assertThat(evidence().links().get(0).capacity()).isEqualTo(5e6);
  }
}
