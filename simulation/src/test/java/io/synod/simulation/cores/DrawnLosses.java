package io.synod.simulation.cores;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Decided;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.Join;
import io.synod.core.message.JoinReply;
import io.synod.core.message.Message;
import io.synod.core.message.PreVote;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.simulation.scheduler.ReplicaDraw;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Messages of some kinds do not pass between some replicas, and some replicas lose their votes soon
 * after they have sent one of a kind.
 */
final class DrawnLosses implements Links.Gate {
  private static final int RULES_MAX = 4;
  private static final int LOSSES_MAX = 3;
  private static final List<Class<? extends Message>> KINDS =
      List.of(
          PreVote.class,
          Prepare.class,
          Promise.class,
          Accept.class,
          Accepted.class,
          Heartbeat.class,
          Decided.class,
          Join.class,
          JoinReply.class);

  private final LossFaults losses;
  private final SplittableRandom random;
  private final int everyone;
  private final List<Rule> dropped = new ArrayList<>();
  private final List<Rule> losing = new ArrayList<>();

  private record Rule(Class<? extends Message> kind, ReplicaSet from, ReplicaSet to) {
    boolean matches(int sender, int receiver, Message message) {
      return kind.isInstance(message) && from.contains(sender) && to.contains(receiver);
    }
  }

  DrawnLosses(LossFaults losses, SplittableRandom random, int everyone) {
    this.losses = losses;
    this.random = random;
    this.everyone = everyone;
    draw(dropped, random.nextInt(RULES_MAX + 1));
    draw(losing, random.nextInt(1, LOSSES_MAX + 1));
  }

  private void draw(List<Rule> rules, int count) {
    for (int rule = 0; rule < count; rule++) {
      rules.add(new Rule(KINDS.get(random.nextInt(KINDS.size())), some(), some()));
    }
  }

  private ReplicaSet some() {
    return ReplicaDraw.some(ReplicaSet.all(everyone), random.nextInt(1, everyone + 1), random);
  }

  @Override
  public boolean passes(int from, int to, Message message) {
    for (Rule rule : losing) {
      if (rule.matches(from, to, message) && random.nextInt(4) == 0) {
        losses.loseSoon(from);
        break;
      }
    }
    return dropped.stream().noneMatch(rule -> rule.matches(from, to, message));
  }
}
