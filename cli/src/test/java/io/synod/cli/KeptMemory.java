package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.log.Log;
import io.synod.core.recovery.Recovered;
import io.synod.core.settings.Durability;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.journal.Damage;
import io.synod.storage.journal.JournalFindings;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalRecovery;
import java.nio.file.Path;

/** What a replica of the level {@code sync} remembers when it starts on a journal. */
record KeptMemory(Recovered recovered, JournalFindings found, Log log) {

  /** What has become of a memory after a byte of its disk has changed. */
  enum Outcome {
    SAME,
    NAMES_WHAT_IS_LOST,
    SAYS_INCOMPLETE
  }

  /** As a starting replica reads it; changes nothing. */
  static KeptMemory read(Path journal, JournalIdentity identity) {
    Recovered recovered = new Recovered(identity.nonce(), 0);
    JournalFindings found =
        JournalRecovery.read(
            FileDisk.readOnly(journal),
            identity,
            recovered,
            damage -> recovered.damaged(damage.slot(), damage.view(), damage.toString()));
    found.incomplete().forEach(loss -> recovered.incomplete(loss.toString()));
    return new KeptMemory(recovered, found, recovered.log(Durability.SYNC));
  }

  /**
   * Compares this memory, after the byte at {@code offset} of {@code file} has changed, with what
   * it was. What is lost must be named, with its place; everything else must be as it was.
   */
  Outcome comparedWith(KeptMemory truth, Path file, long offset) {
    if (!recovered.isMember(Durability.SYNC)) {
      assertThat(found.incomplete()).isNotEmpty();
      assertThat(recovered.incompleteBecause()).contains(found.incomplete().get(0).file());
      return Outcome.SAYS_INCOMPLETE;
    }
    assertThat(recovered.incarnations()).isEqualTo(truth.recovered.incarnations());
    assertThat(recovered.promised()).isEqualTo(truth.recovered.promised());
    Log expected = truth.log();
    assertThat(log.decided()).isLessThanOrEqualTo(expected.decided());
    assertThat(log.end()).isLessThanOrEqualTo(expected.end());
    Outcome outcome = Outcome.SAME;
    for (long slot = expected.first(); slot < expected.end(); slot++) {
      if (log.isDamaged(slot)) {
        assertNamed(slot, file, offset);
        outcome = Outcome.NAMES_WHAT_IS_LOST;
      } else {
        assertThat(log.batch(slot)).isEqualTo(expected.batch(slot));
        assertThat(log.view(slot)).isEqualTo(expected.view(slot));
      }
    }
    return outcome;
  }

  private void assertNamed(long slot, Path file, long offset) {
    assertThat(found.damages())
        .as("damages of slot %d", slot)
        .anyMatch(damage -> damage.slot() == slot && holds(damage, file, offset));
  }

  private static boolean holds(Damage damage, Path file, long offset) {
    long end = damage.offset() + 96 + damage.bodyBytes();
    return Path.of(damage.file()).equals(file) && offset >= damage.offset() && offset < end;
  }
}
