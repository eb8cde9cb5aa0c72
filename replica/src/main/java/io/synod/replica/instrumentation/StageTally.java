package io.synod.replica.instrumentation;

import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;

/**
 * Counts the work of a replica's stages. Each method names the thread that calls it; sums are read
 * by any.
 */
public final class StageTally {
  private static final double NANOS_PER_MILLI = 1e6;

  private final boolean on;

  private final Count instances = new Count();
  private final Count requests = new Count();
  private final Count requestBytes = new Count();
  private final Count proposals = new Count();
  private final Count proposedBytes = new Count();
  private final Count proposalsDecided = new Count();
  private final TimeSum decisionTime = new TimeSum();
  private final TimeSum windowTime = new TimeSum();
  private final Count durableWaits = new Count();
  private final TimeSum durableWaitTime = new TimeSum();
  private final Count queueByteMillis = new Count();
  private final Count resentRequests = new Count();
  private final Count replies = new Count();
  private final Count answerBytes = new Count();

  // Of the protocol thread: slots open since that time.
  private int openSlots;
  private long openSinceNanos;

  // Of the batcher thread: bytes queued since that time.
  private long queuedBytes;
  private long queuedSinceNanos;

  // What of their time is no whole millisecond and not added yet.
  private double queueByteMillisLeft;

  /**
   * @param on whether anything is counted
   */
  public StageTally(boolean on) {
    this.on = on;
  }

  /** Whether anything is counted, so that a time need not be read in vain. */
  public boolean isOn() {
    return on;
  }

  /** {@code batch} was proposed here. Protocol thread. */
  public void proposed(Batch batch) {
    if (on) {
      proposals.add(1);
      proposedBytes.add(batch.length());
    }
  }

  /** A proposal of this replica is decided, so long after its slot was opened. Protocol thread. */
  public void decided(long latencyNanos) {
    if (on) {
      proposalsDecided.add(1);
      decisionTime.add(latencyNanos);
    }
  }

  /** {@code batch} goes to the service. Protocol thread. */
  public void delivered(Batch batch) {
    if (on) {
      int count = batch.count();
      instances.add(1);
      requests.add(count);
      requestBytes.add(
          batch.length() - Batch.HEADER_BYTES - (long) count * BatchEntry.HEADER_BYTES);
    }
  }

  /** From now on {@code open} slots are open. Protocol thread. */
  public void window(int open, long nowNanos) {
    if (on) {
      windowTime.add(openSlots * (nowNanos - openSinceNanos));
      openSlots = open;
      openSinceNanos = nowNanos;
    }
  }

  /** A message has waited so long for the disk. Protocol thread. */
  public void durableAfter(long waitedNanos) {
    if (on) {
      durableWaits.add(1);
      durableWaitTime.add(waitedNanos);
    }
  }

  /** From now on {@code bytes} bytes wait in the batcher. Batcher thread. */
  public void queue(long bytes, long nowNanos) {
    if (on) {
      double byteMillis =
          queueByteMillisLeft
              + (double) queuedBytes * (nowNanos - queuedSinceNanos) / NANOS_PER_MILLI;
      long whole = (long) byteMillis;
      queueByteMillis.add(whole);
      queueByteMillisLeft = byteMillis - whole;
      queuedBytes = bytes;
      queuedSinceNanos = nowNanos;
    }
  }

  /** So many requests came again while they were undecided. Batcher thread. */
  public void resent(int count) {
    if (on) {
      resentRequests.add(count);
    }
  }

  /** Answers went to clients. Service thread. */
  public void answered(int count, long bytes) {
    if (on) {
      replies.add(count);
      answerBytes.add(bytes);
    }
  }

  /** Writes every sum of this tally to its place in {@code totals}. Any thread. */
  public void writeTo(long[] totals) {
    totals[Total.INSTANCES.ordinal()] = instances.sum();
    totals[Total.REQUESTS.ordinal()] = requests.sum();
    totals[Total.REQUEST_BYTES.ordinal()] = requestBytes.sum();
    totals[Total.REPLIES.ordinal()] = replies.sum();
    totals[Total.ANSWER_BYTES.ordinal()] = answerBytes.sum();
    totals[Total.PROPOSALS.ordinal()] = proposals.sum();
    totals[Total.PROPOSED_BYTES.ordinal()] = proposedBytes.sum();
    totals[Total.PROPOSALS_DECIDED.ordinal()] = proposalsDecided.sum();
    totals[Total.DECISION_TIME.ordinal()] = decisionTime.micros();
    totals[Total.WINDOW_TIME.ordinal()] = windowTime.micros();
    totals[Total.QUEUE_BYTE_TIME.ordinal()] = queueByteMillis.sum();
    totals[Total.RESENT_REQUESTS.ordinal()] = resentRequests.sum();
    totals[Total.JOURNAL_WAITS.ordinal()] = durableWaits.sum();
    totals[Total.JOURNAL_WAIT_TIME.ordinal()] = durableWaitTime.micros();
  }
}
