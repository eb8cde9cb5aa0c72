package io.synod.simulation;

import io.synod.core.settings.DirectIo;
import io.synod.core.settings.SyncMethod;
import io.synod.replica.config.SynodConfigBuilder;
import java.util.SplittableRandom;

/** Draws how the journals of a scenario are written. */
final class JournalDraw {
  private final SplittableRandom random;

  JournalDraw(SplittableRandom random) {
    this.random = random;
  }

  /**
   * Few measure what is faster: that takes a hundred times as many calls of the disk as a start.
   */
  void set(SynodConfigBuilder builder) {
    builder.journalDirect(random.nextInt(3) > 0 ? DirectIo.ON : DirectIo.OFF);
    SyncMethod known = random.nextInt(3) > 0 ? SyncMethod.FDATASYNC : SyncMethod.DSYNC;
    builder.journalSync(random.nextInt(20) > 0 ? known : SyncMethod.AUTO);
  }
}
