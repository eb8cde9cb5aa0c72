package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import io.synod.core.version.ClusterVersion;
import io.synod.core.version.KnownVersions;
import io.synod.core.version.UpgradeEntry;
import org.junit.jupiter.api.Test;

/** With which version a log begins. */
class FoundingTest {
  private static final KnownVersions FIRST_TO_THIRD = KnownVersions.of(1, 3);
  private static final KnownVersions THIRD = KnownVersions.of(3, 3);
  private static final Batch FOUNDING = UpgradeEntry.batch(new ClusterVersion(1, 3));

  @Test
  void a_cluster_that_forms_begins_with_the_newest_version_that_its_leader_knows() {
    TestCluster cluster = TestCluster.unformed(Settings.of(3).knowing(FIRST_TO_THIRD));
    cluster.nodes().forEach(node -> node.start());
    cluster.deliverAll();
    cluster.elapse(5 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(0).decided()).isEqualTo(1);
    cluster
        .nodes()
        .forEach(
            node ->
                assertThat(node.effects().sent(Accept.class))
                    .allMatch(accept -> accept.batch().equals(FOUNDING)));
  }

  @Test
  void a_leader_that_was_restarted_leads_replicas_that_may_know_less() {
    Single single = new Single(Settings.of(3).knowing(FIRST_TO_THIRD));
    View view = single.lead(2);
    single.step(new Event.Proposed(view, Batches.batch("a")));

    assertThat(single.out.sent(Accept.class)).contains(new Accept(view, 0, 0, Batches.batch("a")));
  }

  @Test
  void a_leader_that_does_not_know_the_first_version_begins_with_its_own() {
    Single single = new Single(Settings.of(3).knowing(THIRD));
    View view = single.lead(2);
    single.step(new Event.Proposed(view, Batches.batch("a")));

    assertThat(single.out.sent(Accept.class))
        .contains(new Accept(view, 0, 0, FOUNDING))
        .contains(new Accept(view, 1, 0, Batches.batch("a")));
  }

  @Test
  void a_log_with_slots_has_a_version_already() {
    Single single = new Single(Settings.of(3).knowing(THIRD));
    View earlier = new View(1, 1);
    single.accept(earlier, 0, "a").heartbeat(earlier, 1);
    View view = single.lead(2);
    single.step(new Event.Proposed(view, Batches.batch("b")));

    assertThat(single.out.sent(Accept.class)).noneMatch(sent -> sent.batch().equals(FOUNDING));
  }
}
