package io.synod.fitting.fit;

import io.synod.fitting.measurement.Activity;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The CPU time to which the model is fitted. */
public enum FitSource {
  /** &phi;_cli and &phi;_rep, each fitted to the activities that it describes. */
  STAGES,
  /** Both fitted together to all of the replica's threads, as in S13. */
  TOTAL;

  static final Set<Activity> CLIENT = EnumSet.of(Activity.CLIENT_IO, Activity.BATCHER);
  static final Set<Activity> REPLICA =
      EnumSet.of(Activity.PROTOCOL, Activity.REPLICA_IO, Activity.JOURNAL);
  static final Set<Activity> EXECUTION = EnumSet.of(Activity.SERVICE);

  /** In lower case, as on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The CPU milliseconds of an interval that the whole model predicts. */
  double millis(Observation observation) {
    return switch (this) {
      case STAGES ->
          observation.millis(CLIENT) + observation.millis(REPLICA) + observation.millis(EXECUTION);
      case TOTAL -> observation.totalMillis();
    };
  }
}
