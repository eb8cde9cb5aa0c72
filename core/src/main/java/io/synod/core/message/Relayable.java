package io.synod.core.message;

import io.synod.core.cluster.View;

/**
 * A request of the leader or candidate of {@link #view} to all acceptors, which a relay may pass
 * on.
 */
public sealed interface Relayable extends Message permits Prepare, Accept {

  View view();
}
