package io.synod.simulation.node;

import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.storage.JournalFindings;
import java.util.HashSet;
import java.util.Set;

/** Shows the checks what the storage has kept, before anything relies on it. */
final class Survivors implements JournalFindings {
  private final ClusterChecks checks;
  private final int self;
  private final Set<Long> damaged = new HashSet<>();
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

  /** Slots of which something cannot be read. */
  Set<Long> damaged() {
    return damaged;
  }

  /** What the replica makes of it. */
  void knows(long firstDamaged) {
    damaged.removeIf(slot -> firstDamaged < 0 || slot < firstDamaged);
  }

  @Override
  public void onDamaged(long slot) {
    damaged.add(slot);
  }

  @Override
  public void onPromised(JournalRecord.Promised fact) {
    checks.survives(self, fact);
  }

  @Override
  public void onVoted(JournalRecord.Voted fact) {
    logEnd = Math.max(logEnd, fact.slot() + 1);
    checks.survives(self, fact);
  }

  @Override
  public void onLearnt(JournalRecord.Learnt fact) {
    logEnd = Math.max(logEnd, fact.slot() + 1);
    checks.survives(self, fact);
  }

  @Override
  public void onDecidedUpTo(JournalRecord.DecidedUpTo fact) {
    checks.survives(self, fact);
  }

  @Override
  public void onJoined(JournalRecord.Joined fact) {
    member = fact.status() == MemberStatus.MEMBER;
  }
}
