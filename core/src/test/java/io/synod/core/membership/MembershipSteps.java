package io.synod.core.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.Arrays;

/** What scenarios of membership changes do and wait for. */
final class MembershipSteps {
  private static final long MILLI = Settings.MILLI;

  private MembershipSteps() {}

  static TestCluster started(Settings settings) {
    TestCluster cluster = new TestCluster(settings);
    cluster.await("one leads", () -> cluster.leads() >= 0);
    cluster.elapse(200 * MILLI);
    cluster.proposeAndDeliver(cluster.leader(), "before");
    return cluster;
  }

  /** The standby has reported to the leader. */
  static TestCluster startedWithStandby(Settings settings) {
    TestCluster cluster = started(settings);
    cluster.addStandby();
    cluster.elapse(300 * MILLI);
    return cluster;
  }

  static void settle(TestCluster cluster, long number, Operator operator) {
    cluster.elapse(400 * MILLI);
    assertThat(operator.ask(cluster)).isNull();
    awaitMembership(cluster, number);
  }

  static void settleAt(TestCluster cluster, long number, Operator operator, int... replicas) {
    cluster.elapse(400 * MILLI);
    assertThat(operator.ask(cluster)).isNull();
    for (int replica : replicas) {
      cluster.await(
          "replica " + replica + " is in membership " + number,
          () -> cluster.replica(replica).memberships().current().number() == number);
    }
    awaitSettled(cluster, number);
  }

  static void awaitMembership(TestCluster cluster, long number) {
    for (int replica = 0; replica < cluster.size(); replica++) {
      int one = replica;
      cluster.await(
          "replica " + replica + " enters membership " + number,
          () ->
              cluster.node(one).isDown()
                  || cluster.replica(one).memberships().current().number() >= number);
    }
    awaitSettled(cluster, number);
  }

  static void awaitSettled(TestCluster cluster, long number) {
    cluster.await(
        "membership " + number + " is settled",
        () -> {
          int leader = cluster.leads();
          return leader >= 0
              && cluster.replica(leader).decided()
                  > cluster.replica(leader).memberships().current().first();
        });
  }

  static void awaitDelivered(TestCluster cluster, String text, int... replicas) {
    for (int replica : replicas) {
      cluster.await(
          "replica " + replica + " executes " + text,
          () -> cluster.node(replica).delivered().contains(text));
    }
  }

  static void assertMembers(TestCluster cluster, long number, int... members) {
    ReplicaSet expected = ReplicaSet.EMPTY;
    for (int member : members) {
      expected = expected.with(member);
    }
    for (int member : members) {
      Membership now = cluster.replica(member).memberships().current();
      assertThat(now.number()).as("of replica %d", member).isEqualTo(number);
      assertThat(now.numbers()).isEqualTo(expected);
    }
  }

  static int[] without(int removed, int... replicas) {
    return Arrays.stream(replicas).filter(one -> one != removed).toArray();
  }
}
