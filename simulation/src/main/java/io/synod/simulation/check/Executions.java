package io.synod.simulation.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Checks the services: each replica executes each request of a session at most once and in order,
 * all replicas have the same state after the same slot, and a client receives the executed answer.
 */
public final class Executions {
  private final Map<RequestId, Executed> requests = new HashMap<>();
  private final Set<RequestId> failed = new HashSet<>();
  private final List<Map<Long, Long>> lastSequences = new ArrayList<>();
  private final Slots<StateAfter> slots = new Slots<>(StateAfter::new);
  private final long[] executed;

  // Whether the last of these slots is executed in part only: by the service of another replica,
  // which had halted when it gave the snapshot.
  private final boolean[] inPart;

  private boolean gaps;

  // A client may have seen every slot before this one.
  private long acknowledgedEnd;

  // Earlier values of acknowledgedEnd, by time.
  private final NavigableMap<Long, Long> acknowledgedEnds = new TreeMap<>();

  private record RequestId(long session, long sequence) {}

  private record Executed(long slot, Answer answer) {}

  /** The state of the first replica that executed a slot, which the others must reach. */
  private static final class StateAfter {
    final Map<Long, Long> lastSequences = new HashMap<>();
    int replica = -1;
    long digest;
  }

  Executions(int places) {
    executed = new long[places];
    inPart = new boolean[places];
    for (int replica = 0; replica < places; replica++) {
      lastSequences.add(new HashMap<>());
    }
  }

  /** A client may skip the sequences of requests that it has given up. */
  public void allowGaps() {
    gaps = true;
  }

  /** Requests that were executed, each counted once for all replicas. */
  public int requests() {
    return requests.size();
  }

  /** The service of {@code replica} has executed a request. */
  public void request(int replica, long session, long sequence, Answer answer) {
    if (failed.contains(new RequestId(session, sequence))) {
      throw executedAll(session, sequence);
    }
    long last = lastSequences.get(replica).getOrDefault(session, 0L);
    if (gaps || inPart[replica] ? sequence <= last : sequence != last + 1) {
      throw new Violation(
          "replica %d executes sequence %d of session %x after sequence %d",
          replica, sequence, session, last);
    }
    lastSequences.get(replica).put(session, sequence);
    long slot = inPart[replica] ? executed[replica] - 1 : executed[replica];
    slots.at(slot).lastSequences.put(session, sequence);
    Executed now = new Executed(slot, answer);
    Executed before = requests.putIfAbsent(new RequestId(session, sequence), now);
    if (before != null && !before.equals(now)) {
      throw new Violation(
          "sequence %d of session %x is %s at replica %d, elsewhere %s",
          sequence, session, now, replica, before);
    }
  }

  /** The state of a new process of {@code replica} is empty; a restored snapshot follows. */
  public void begins(int replica) {
    executed[replica] = 0;
    inPart[replica] = false;
    lastSequences.get(replica).clear();
  }

  /** The state of {@code replica} is that of a snapshot. */
  void restored(int replica, long end, long digest) {
    StateAfter after = slots.at(end - 1);
    if (end <= executed[replica] || after.replica < 0 || after.digest != digest) {
      throw new Violation(
          "replica %d, which has executed %d, restores %016x as the state after slot %d: it is"
              + " %016x",
          replica, executed[replica], digest, end - 1, after.digest);
    }
    executed[replica] = end;
    inPart[replica] = false;
    knowsSequencesBefore(end, replica);
  }

  /**
   * The state of {@code replica} is that of a service which has halted in the last slot before
   * {@code end}: nothing else shows what it is there.
   */
  void restoredInPart(int replica, long end) {
    if (end <= executed[replica]) {
      throw new Violation(
          "replica %d, which has executed %d, restores a part of slot %d",
          replica, executed[replica], end - 1);
    }
    executed[replica] = end;
    inPart[replica] = true;
    knowsSequencesBefore(end - 1, replica);
  }

  private void knowsSequencesBefore(long end, int replica) {
    Map<Long, Long> last = lastSequences.get(replica);
    last.clear();
    for (long slot = 0; slot < end; slot++) {
      last.putAll(slots.at(slot).lastSequences);
    }
  }

  /**
   * {@code replica} has executed all of {@code slot}, and its state has this {@code digest} then.
   */
  public void slot(int replica, long slot, long digest) {
    long expected = inPart[replica] ? executed[replica] - 1 : executed[replica];
    if (slot != expected) {
      throw new Violation("replica %d executes slot %d, expected was %d", replica, slot, expected);
    }
    executed[replica] = slot + 1;
    if (inPart[replica]) {
      inPart[replica] = false;
      lastSequences.get(replica).putAll(slots.at(slot).lastSequences);
    }
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

  /** A client has the answer that its request was not executed and never will be. */
  public void failed(long session, long sequence) {
    failed.add(new RequestId(session, sequence));
    if (requests.containsKey(new RequestId(session, sequence))) {
      throw executedAll(session, sequence);
    }
  }

  private static Violation executedAll(long session, long sequence) {
    return new Violation(
        "sequence %d of session %x is executed; its client has the answer that it never is",
        sequence, session);
  }

  /** A client received the answer of an executed request. */
  public void acknowledged(long session, long sequence, Answer answer, long now) {
    Executed executed = requests.get(new RequestId(session, sequence));
    if (executed == null || !answer.equals(executed.answer)) {
      throw new Violation(
          "session %x was given %s to sequence %d; it is %s", session, answer, sequence, executed);
    }
    if (executed.slot >= acknowledgedEnd) {
      acknowledgedEnd = executed.slot + 1;
      acknowledgedEnds.put(now, acknowledgedEnd);
    }
  }

  /** A read that arrives now must see every slot before this one. */
  public long acknowledgedEnd() {
    return acknowledgedEnd;
  }

  /** As {@link #acknowledgedEnd()}, for a read that may be as old as that moment. */
  public long acknowledgedEnd(long atNanos) {
    Map.Entry<Long, Long> then = acknowledgedEnds.floorEntry(atNanos);
    return then == null ? 0 : then.getValue();
  }

  /**
   * {@code replica} answers a read from its executed state.
   *
   * @param mustSee {@link #acknowledgedEnd} when the read arrived
   */
  public void reads(int replica, long mustSee) {
    if (executed[replica] < mustSee) {
      throw new Violation(
          "replica %d answers a read having executed up to slot %d; acknowledged before: up to %d",
          replica, executed[replica], mustSee);
    }
  }

  /** Null if no replica has executed the request. */
  public Answer answer(long session, long sequence) {
    Executed executed = requests.get(new RequestId(session, sequence));
    return executed == null ? null : executed.answer;
  }

  /** {@code replica} has executed every slot before this one. */
  public long executed(int replica) {
    return executed[replica];
  }
}
