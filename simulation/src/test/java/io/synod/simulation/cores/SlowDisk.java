package io.synod.simulation.cores;

import io.synod.core.effect.JournalRecord;
import io.synod.core.recovery.Recovered;
import io.synod.core.settings.Durability;
import io.synod.simulation.scheduler.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A disk that takes its time. What was not durable at a crash is lost. Keeps what its replica's
 * level of durability keeps.
 */
final class SlowDisk {
  private static final long NANOS_MIN = 20_000;
  private static final long FAST_NANOS_MAX = 500_000;
  private static final long SLOW_NANOS_MAX = 15_000_000;

  private final Scheduler scheduler;
  private final SplittableRandom random;
  private long nonce;
  private final List<JournalRecord> records = new ArrayList<>();
  private final long nanosMax;
  private final Durability level;
  private long durableAt;
  private long promisesDurableAt;
  private int life;

  SlowDisk(
      Scheduler scheduler, SplittableRandom random, boolean isSlow, long nonce, Durability level) {
    this.scheduler = scheduler;
    this.random = random;
    this.nonce = nonce;
    this.level = level;
    nanosMax = isSlow ? SLOW_NANOS_MAX : FAST_NANOS_MAX;
  }

  boolean keepsIncarnations() {
    return level.keepsIncarnations();
  }

  boolean keepsVotes() {
    return level.keepsVotes();
  }

  /** The record is durable before the run begins. */
  void keep(JournalRecord record) {
    records.add(record);
  }

  void persist(JournalRecord record) {
    if (!record.isKeptAt(level)) {
      return;
    }
    long doneAt = scheduler.now() + random.nextLong(NANOS_MIN, nanosMax);
    durableAt = Math.max(durableAt, doneAt);
    if (!(record instanceof JournalRecord.Voted)) {
      promisesDurableAt = durableAt;
    }
    afterwards(() -> records.add(record));
  }

  /** Runs {@code action} once every promise that was persisted is durable. */
  void afterPromises(Runnable action) {
    at(promisesDurableAt, action);
  }

  /** Runs {@code action} once everything that was persisted is durable. */
  void afterwards(Runnable action) {
    at(durableAt, action);
  }

  private void at(long nanos, Runnable action) {
    int begun = life;
    scheduler.at(
        Math.max(nanos, scheduler.now()),
        () -> {
          if (begun == life) {
            action.run();
          }
        });
  }

  void crash() {
    life++;
    durableAt = 0;
    promisesDurableAt = 0;
    if (!level.keepsIncarnations()) {
      lose(random.nextLong());
    }
  }

  /** It is replaced by an empty one. */
  void lose(long newNonce) {
    records.clear();
    nonce = newNonce;
  }

  Recovered recover() {
    Recovered recovered = new Recovered(nonce, 0);
    records.forEach(record -> record.visit(recovered));
    return recovered;
  }
}
