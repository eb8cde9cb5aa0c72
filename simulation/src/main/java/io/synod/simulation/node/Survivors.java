package io.synod.simulation.node;

import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import io.synod.simulation.check.ClusterChecks;
import io.synod.simulation.storage.JournalFindings;
import java.util.HashSet;
import java.util.Set;

/** Reports the storage's surviving records to the checks, before the replica uses them. */
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

  /** Whether it was a member at its last write. */
  boolean isMember() {
    return member;
  }

  /** The first slot after all kept ones. */
  long logEnd() {
    return logEnd;
  }

  /** Slots with unreadable records. */
  Set<Long> damaged() {
    return damaged;
  }

  /** The replica's own conclusion about damage. */
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
