package io.synod.tuning.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.tuning.paper.PrintedNumber;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every number that S11 prints from its model of the network, and PigPaxos' message loads. */
class NetworkModelTest {
  private static final double MBIT = 1 << 20;
  private static final int KIB = 1024;

  private final NetworkModel wan =
      new NetworkModel(3, Link.ofBits(Topology.LAN, 9.59 * MBIT, 150), 16);
  private final NetworkModel cluster =
      new NetworkModel(3, Link.ofBits(Topology.LAN, 940 * MBIT, 0.2), 16);

  private static double batch(int requests) {
    return requests * (KIB + 16.0);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1.7, 300.8, 181.8, 182",
    "61, 100.9, 350.5, 3.5, 4",
    "123, 203.5, 401.8, 1.97, 2",
  })
  void a_wide_area_network(int requests, String all, String decided, String exact, long window) {
    assertPrinted(wan.sendingMillis(batch(requests)), all);
    assertPrinted(wan.decidingMillis(batch(requests)), decided);
    assertPrinted(wan.exactWindow(batch(requests)), exact);
    assertThat(wan.window(batch(requests))).isEqualTo(window);
  }

  @Test
  void one_instance_at_a_time_fills_the_link_with_362_kib() {
    double bytes = wan.batchBytes(1);
    assertThat(bytes / KIB).isBetween(361.0, 369.0);
    assertPrinted(wan.sendingMillis(bytes), "600");
    assertThat(wan.idleMillis(bytes)).isCloseTo(0, org.assertj.core.data.Offset.offset(0.02));
  }

  @Test
  void the_link_of_a_wide_area_network_carries_405_requests_a_second() {
    assertPrinted(wan.throughput(KIB + 16, KIB), "405");
  }

  @ParameterizedTest
  @CsvSource({"45, 0.8, 1", "61, 0.92, 1"})
  void a_cluster(int requests, String decided, long window) {
    assertPrinted(cluster.decidingMillis(batch(requests)), decided);
    assertThat(cluster.window(batch(requests))).isLessThanOrEqualTo(window + 1);
  }

  @ParameterizedTest
  @CsvSource({
    "25, 2, 6, 3.83, 56",
    "25, 3, 8, 3.75, 113",
    "25, 5, 12, 3.58, 234",
    "25, 6, 14, 3.50, 300",
    "25, 24, 50, 2, 2400",
    "9, 2, 6, 3.5, 71",
    "9, 3, 8, 3.25, 146",
    "9, 4, 10, 3, 233",
    "9, 8, 18, 2, 800",
  })
  void pigpaxos_tables(int replicas, int groups, String leader, String follower, String overhead) {
    MessageLoad load = new MessageLoad(replicas, groups);
    assertPrinted(load.ofLeader(), leader);
    assertPrinted(load.ofFollower(), follower);
    assertPrinted(100 * load.leaderOverhead(), overhead);
  }

  private static void assertPrinted(double value, String printed) {
    assertThat(PrintedNumber.is(value, printed)).as("%s printed as %s", value, printed).isTrue();
  }
}
