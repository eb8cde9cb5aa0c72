package io.synod.simulation.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the services did: each request of a session at most once and in order on every replica, the
 * same state after the same slot everywhere, and whatever a client was answered is what was
 * executed.
 */
final class Executions {
  private final Map<RequestId, byte[]> answers = new HashMap<>();
  private final List<Map<Long, Long>> lastSequences = new ArrayList<>();
  private final Slots<StateAfter> slots = new Slots<>(StateAfter::new);
  private final long[] executed;

  private record RequestId(long session, long sequence) {}

  /** The first replica that executed a slot says what the others must come to. */
  private static final class StateAfter {
    int replica = -1;
    long digest;
  }

  Executions(int replicas) {
    executed = new long[replicas];
    for (int replica = 0; replica < replicas; replica++) {
      lastSequences.add(new HashMap<>());
    }
  }

  /** Requests that were executed, each counted once for all replicas. */
  int requests() {
    return answers.size();
  }

  void request(int replica, long session, long sequence, byte[] answer) {
    long last = lastSequences.get(replica).getOrDefault(session, 0L);
    if (sequence != last + 1) {
      throw new Violation(
          "replica %d executes sequence %d of session %x after sequence %d",
          replica, sequence, session, last);
    }
    lastSequences.get(replica).put(session, sequence);
    byte[] before = answers.putIfAbsent(new RequestId(session, sequence), answer);
    if (before != null && !Arrays.equals(before, answer)) {
      throw new Violation(
          "replica %d answers %s to sequence %d of session %x, another one answered %s",
          replica, Arrays.toString(answer), sequence, session, Arrays.toString(before));
    }
  }

  void slot(int replica, long slot, long digest) {
    if (slot != executed[replica]) {
      throw new Violation(
          "replica %d executes slot %d, expected was %d", replica, slot, executed[replica]);
    }
    executed[replica]++;
    StateAfter after = slots.at(slot);
    if (after.replica < 0) {
      after.replica = replica;
      after.digest = digest;
    } else if (after.digest != digest) {
      throw new Violation(
          "after slot %d the state of replica %d is %016x, that of replica %d %016x",
          slot, replica, digest, after.replica, after.digest);
    }
  }

  /** A client was told that its request was executed. */
  void acknowledged(long session, long sequence, byte[] answer) {
    byte[] executed = answers.get(new RequestId(session, sequence));
    if (!Arrays.equals(executed, answer)) {
      throw new Violation(
          "session %x was answered %s to sequence %d; executed: %s",
          session, Arrays.toString(answer), sequence, Arrays.toString(executed));
    }
  }

  /** {@code replica} has executed every slot before this one. */
  long executed(int replica) {
    return executed[replica];
  }
}
