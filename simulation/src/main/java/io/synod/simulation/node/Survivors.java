package io.synod.simulation.node;

import io.synod.core.cluster.View;
import io.synod.core.effect.Persisted;
import io.synod.core.message.Standing;
import io.synod.simulation.check.ClusterChecks;
import java.util.HashMap;
import java.util.Map;

/** Shows the checks what the storage has kept, before anything relies on it. */
final class Survivors implements Persisted.Visitor {
  private final ClusterChecks checks;
  private final int self;
  private final Map<Long, View> votes = new HashMap<>();
  private boolean member;
  private long logEnd;

  Survivors(ClusterChecks checks, int self) {
    this.checks = checks;
    this.self = self;
  }

  /** Whether it took part when it wrote last. */
  boolean isMember() {
    return member;
  }

  /** After the last slot of which anything was kept. */
  long logEnd() {
    return logEnd;
  }

  /** In which view it has voted last in each slot, as far as that can be read. */
  Map<Long, View> votes() {
    return votes;
  }

  @Override
  public void onPromised(Persisted.Promised fact) {
    checks.survives(self, fact);
  }

  @Override
  public void onVoted(Persisted.Voted fact) {
    votes.put(fact.slot(), fact.view());
    logEnd = Math.max(logEnd, fact.slot() + 1);
    checks.survives(self, fact);
  }

  @Override
  public void onLearnt(Persisted.Learnt fact) {
    logEnd = Math.max(logEnd, fact.slot() + 1);
    checks.survives(self, fact);
  }

  @Override
  public void onDecidedUpTo(Persisted.DecidedUpTo fact) {
    checks.survives(self, fact);
  }

  @Override
  public void onJoined(Persisted.Joined fact) {
    member = fact.standing() == Standing.MEMBER;
    if (fact.standing() == Standing.RECOVERING) {
      votes.clear();
    }
  }
}
