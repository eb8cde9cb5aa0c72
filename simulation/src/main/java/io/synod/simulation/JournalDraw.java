package io.synod.simulation;

import io.synod.core.settings.DirectIo;
import io.synod.core.settings.SyncMethod;
import io.synod.replica.config.SynodConfigBuilder;
import java.util.SplittableRandom;

/** Draws how the journals of a scenario write. */
final class JournalDraw {
  private final SplittableRandom random;

  JournalDraw(SplittableRandom random) {
    this.random = random;
  }

  /** Few journals measure which mode is faster: it takes a hundred times a start's disk calls. */
  void set(SynodConfigBuilder builder) {
    builder.journalDirect(random.nextInt(3) > 0 ? DirectIo.ON : DirectIo.OFF);
    SyncMethod known = random.nextInt(3) > 0 ? SyncMethod.FDATASYNC : SyncMethod.DSYNC;
    builder.journalSync(random.nextInt(20) > 0 ? known : SyncMethod.AUTO);
  }
}
