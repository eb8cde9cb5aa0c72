package io.synod.network.ingress;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What all connections of one replica's client port share.
 *
 * @param connections that were greeted and are open, on whichever event loop
 * @param closing set when the listener is to be told nothing any more
 */
record IngressPort(
    IngressSettings settings,
    IngressListener listener,
    IngressTally tally,
    Set<AcceptedClient> connections,
    AtomicLong lastId,
    AtomicBoolean closing) {

  IngressPort(IngressSettings settings, IngressListener listener) {
    this(
        settings,
        listener,
        new IngressTally(),
        ConcurrentHashMap.newKeySet(),
        new AtomicLong(),
        new AtomicBoolean());
  }
}
