package io.synod.core.message;

import io.synod.core.cluster.View;

/** What the leader or candidate of {@link #view} asks of all acceptors: a relay may pass it on. */
public sealed interface Relayable extends Message permits Prepare, Accept {

  View view();
}
