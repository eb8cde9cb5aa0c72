package io.synod.core.replica;

import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.log.Log;
import io.synod.core.settings.Durability;

/** Decides single slots, and persists now and then how far the log is decided. */
final class Decisions {
  private static final int DECISIONS_BETWEEN_RECORDS = 16;

  private final Step step;
  private final CurrentRole role;
  private final Slots slots;
  private final Durability durability;

  // At the start: the first slot whose decision the log has itself, and where the slots end for
  // which a snapshot may have stood in.
  private final long begin;
  private final long stoodInEnd;
  private long persisted;

  /**
   * @param stoodInEnd at the start: a snapshot may have stood in for the slots before it
   */
  Decisions(Step step, CurrentRole role, Slots slots, Durability durability, long stoodInEnd) {
    this.step = step;
    this.role = role;
    this.slots = slots;
    this.durability = durability;
    begin = slots.log().ownFirst();
    this.stoodInEnd = stoodInEnd;
    persisted = slots.log().decided();
  }

  /** {@code batch} is chosen in {@code slot}: its votes or a peer say so. */
  void decide(long slot, Batch batch) {
    Log log = slots.log();
    boolean damaged = log.isDamaged(slot);
    if (slot >= log.first() && !log.isDecided(slot) && !batch.equals(log.batch(slot))) {
      step.out().persist(new JournalRecord.Learnt(slot, batch));
    }
    slots.learner().decide(slot, batch, step.out());
    if (damaged) {
      step.out().observe(new ProtocolEvent.Repaired(slot));
    }
    role.state().onDecided(slot);
  }

  /** Not after each decision: a restarted replica finds the last ones again from the votes. */
  void persistIfDue() {
    boolean due = slots.log().decided() >= persisted + DECISIONS_BETWEEN_RECORDS;
    if (due && durability.keepsVotes() && !slots.acceptor().isFull()) {
      persist();
    }
  }

  /**
   * The members of a new membership have begun. This record must be durable before the promise of
   * the first view of that membership: a restarted replica must not be a member of it without
   * knowing every slot before it.
   */
  void persistBeforeEntering() {
    if (durability.keepsVotes()) {
      persist();
    }
  }

  /**
   * Without this record a restarted member would not miss the snapshots that hold its decisions.
   */
  void persistBeforeJoining() {
    if (durability.keepsVotes() && slots.log().decided() > 0) {
      persist();
    }
  }

  private void persist() {
    persisted = slots.log().decided();
    long ownFirst = slots.log().ownFirst();
    long first = ownFirst > begin ? ownFirst : stoodInEnd;
    step.out().persist(new JournalRecord.DecidedUpTo(first, persisted));
  }
}
