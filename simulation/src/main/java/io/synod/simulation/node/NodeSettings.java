package io.synod.simulation.node;

import io.synod.core.replica.ReplicaSettings;
import io.synod.core.settings.BatchSettings;
import io.synod.core.settings.SessionSettings;
import io.synod.simulation.scheduler.SkewedClock;

/** What one simulated replica is built from. */
public record NodeSettings(
    ReplicaSettings replica,
    BatchSettings batch,
    SessionSettings session,
    SkewedClock clock,
    Pace pace) {

  int window() {
    return replica.pipeline().window();
  }
}
