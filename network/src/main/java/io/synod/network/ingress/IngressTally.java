package io.synod.network.ingress;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Counts for {@link IngressCounters}; any thread. */
final class IngressTally {
  final AtomicInteger connections = new AtomicInteger();
  final LongAdder requests = new LongAdder();
  final LongAdder busy = new LongAdder();
  final LongAdder notLeader = new LongAdder();
  final LongAdder queries = new LongAdder();
  final LongAdder malformed = new LongAdder();
  final LongAdder refused = new LongAdder();
  final LongAdder slow = new LongAdder();

  IngressCounters snapshot() {
    return new IngressCounters(
        connections.get(),
        requests.sum(),
        busy.sum(),
        notLeader.sum(),
        queries.sum(),
        malformed.sum(),
        refused.sum(),
        slow.sum());
  }
}
