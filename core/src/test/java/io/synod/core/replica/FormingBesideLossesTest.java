package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.message.Accept;
import io.synod.core.message.Decided;
import io.synod.core.message.Join;
import io.synod.core.message.JoinReply;
import io.synod.core.message.PreVote;
import io.synod.core.settings.Durability;
import io.synod.core.testing.Envelope;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import org.junit.jupiter.api.Test;

/**
 * docs/durability.md, "New": 2, 3 and 4 of five form the cluster and decide a slot, before 0 and 1
 * have the answers that they need. Then 2 forgets its vote.
 */
class FormingBesideLossesTest {
  private final TestCluster cluster =
      TestCluster.unformed(Settings.of(5).durability(Durability.MEMORY));

  /**
   * 0 and 1 have answers of 3 and 4 from before 2 was started for the first time. If they formed by
   * these they would know 2 by its second nonce. 3, which loses its state too and joins again,
   * would learn that from them, and 2 would be a member with these three at once. It could elect 0
   * with 1, which know nothing of the slot.
   */
  @Test
  void answers_from_before_a_replica_was_started_do_not_count_with_its_later_nonce() {
    cluster.hold(sent -> isOfFirstToLast(sent) && !sent.is(Join.class));
    for (int replica : new int[] {0, 1, 3, 4}) {
      cluster.node(replica).start();
    }
    cluster.deliverAll();
    cluster.node(2).start();
    cluster.elect(4);
    cluster.proposeAndDeliver(4, "decided");
    assertThat(cluster.node(4).delivered()).containsExactly("decided");
    assertThat(cluster.replica(2).voteAt(0)).isNotNull();

    cluster.node(2).crash();
    cluster.hold(sent -> isBetween(sent, 2, 3) || isBetween(sent, 2, 4));
    cluster.node(2).start();
    cluster.deliverAll();
    cluster.deliver(sent -> isOfFirstToLast(sent) && isFromBefore2(sent));
    cluster.elapse(Settings.ELECTION_NANOS);

    cluster.heal();
    loseDecisionsOfLast();
    cluster.hold(sent -> isBetween(sent, 2, 3) || isBetween(sent, 2, 4));
    cluster.elect(4);
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.replica(0).currentRole()).isNotEqualTo(Role.RECOVERING);
    assertThat(cluster.replica(1).currentRole()).isNotEqualTo(Role.RECOVERING);
    cluster.drop(sent -> isBetween(sent, 2, 3));
    cluster.node(3).restart();
    cluster.elapse(2 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(3).delivered()).containsExactly("decided");

    cluster.heal();
    loseDecisionsOfLast();
    cluster.hold(sent -> isBetween(sent, 2, 4));
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.replica(2).incarnationNumber()).isNotEqualTo(1);

    cluster.healAndElapse(5 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(2).incarnationNumber()).isEqualTo(2);
    cluster.nodes().forEach(node -> assertThat(node.delivered()).containsExactly("decided"));
  }

  /** 0 and 1 learn nothing of what was decided, and do not lead. */
  private void loseDecisionsOfLast() {
    cluster.lose(sent -> (sent.is(Accept.class) || sent.is(Decided.class)) && sent.to() <= 1);
    cluster.lose(sent -> sent.is(PreVote.class) && sent.from() <= 1);
  }

  private static boolean isOfFirstToLast(Envelope sent) {
    return sent.from() >= 3 && sent.to() <= 1;
  }

  private static boolean isFromBefore2(Envelope sent) {
    return sent.message() instanceof JoinReply reply && !reply.incarnations().of(2).isKnown();
  }

  private static boolean isBetween(Envelope sent, int one, int other) {
    return sent.from() == one && sent.to() == other || sent.from() == other && sent.to() == one;
  }
}
