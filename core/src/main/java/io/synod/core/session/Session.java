package io.synod.core.session;

import io.synod.core.check.Check;
import io.synod.core.settings.AnswerLimits;

/**
 * One client's place in the order: which sequence it executes next, and the answers that the client
 * may still ask for again.
 */
public final class Session {
  private static final byte[] NO_STATUSES = new byte[0];
  private static final byte[][] NO_ANSWERS = new byte[0][];
  private static final int[] NO_CODES = new int[0];

  private static final int STATUS_BITS = 4;

  // A power of two, as every number of places.
  private static final int PLACES_MIN = 4;

  private final long id;
  private final int outstandingMax;
  private final KeptBytes inAll;

  // Invariant: acknowledged <= expected, and the answers of [acknowledged, expected) are kept,
  // which take keptBytes, here and of those in all.
  private long expected;
  private long acknowledged;
  private long keptBytes;

  // The places of the answers, and of each its length, shifted, and its status: an answer itself is
  // not touched again when it is acknowledged, long after it has left the processor's cache.
  private byte[][] answers = NO_ANSWERS;
  private int[] codes = NO_CODES;

  /** Closed, expired or never to be used again; kept so that it cannot be opened again. */
  boolean gone;

  long activeMillis;
  Session older;
  Session newer;

  /**
   * @param first the sequence that is executed next; no answer before it is kept
   * @param inAll what the answers of all sessions take
   */
  Session(long id, long first, int outstandingMax, KeptBytes inAll) {
    this.id = id;
    this.inAll = inAll;
    this.expected = first;
    this.acknowledged = first;
    this.outstandingMax = outstandingMax;
  }

  public long id() {
    return id;
  }

  /** The sequence that is executed next. */
  public long expected() {
    return expected;
  }

  /** Whether the answer of {@code sequence}, which was executed, is kept. */
  public boolean keeps(long sequence) {
    return sequence >= acknowledged;
  }

  /** The first sequence whose answer is kept; the one that is executed next if there is none. */
  public long firstKept() {
    return acknowledged;
  }

  /** What the kept answers take, each with {@link AnswerLimits#OVERHEAD_BYTES}. */
  public long keptBytes() {
    return keptBytes;
  }

  /** Answers that it could keep without a larger array. */
  int places() {
    return answers.length;
  }

  public byte[] answer(long sequence) {
    return answers[index(sequence)];
  }

  public int status(long sequence) {
    return codes[index(sequence)] & (1 << STATUS_BITS) - 1;
  }

  /** The client has the answers of all sequences before {@code sequence}. */
  public void acknowledge(long sequence) {
    long end = Math.min(sequence, expected);
    if (end <= acknowledged) {
      return;
    }
    byte[][] places = answers;
    int mask = places.length - 1;
    long freed = 0;
    for (long at = acknowledged; at < end; at++) {
      int index = (int) at & mask;
      freed += AnswerLimits.bytes(codes[index] >>> STATUS_BITS);
      places[index] = null;
    }
    acknowledged = end;
    book(-freed);
    if (inAll.arePlacesScarce()) {
      shrink();
    }
  }

  /** Below three eighths: half of the places leave room to grow, and few stay empty. */
  private void shrink() {
    long kept = expected - acknowledged;
    int wanted = answers.length;
    while (wanted > PLACES_MIN && kept < wanted / 8 * 3) {
      wanted /= 2;
    }
    if (wanted != answers.length) {
      resize(wanted);
    }
  }

  /** {@code sequence} was executed. */
  public void executed(long sequence, int status, byte[] answer) {
    Check.that(sequence == expected, "sequence %d executed, %d expected", sequence, expected);
    if (expected - acknowledged == outstandingMax) {
      // More outstanding than a client may have: it does without the oldest answer.
      acknowledge(acknowledged + 1);
    }
    if (expected - acknowledged == answers.length) {
      resize(Math.max(PLACES_MIN, 2 * answers.length));
    }
    int index = index(expected);
    answers[index] = answer;
    codes[index] = answer.length << STATUS_BITS | status;
    book(AnswerLimits.bytes(answer.length));
    expected++;
  }

  /** The session is over: what it kept is freed. */
  void end() {
    gone = true;
    book(-keptBytes);
    acknowledged = expected;
    resize(0);
  }

  /** The session as it is now; the answers themselves are shared, because they never change. */
  CapturedSession capture() {
    int kept = (int) (expected - acknowledged);
    byte[] keptStatuses = kept == 0 ? NO_STATUSES : new byte[kept];
    byte[][] keptAnswers = kept == 0 ? NO_ANSWERS : new byte[kept][];
    for (int index = 0; index < kept; index++) {
      int from = index(acknowledged + index);
      keptStatuses[index] = (byte) status(acknowledged + index);
      keptAnswers[index] = answers[from];
    }
    return new CapturedSession(id, activeMillis, expected, keptStatuses, keptAnswers);
  }

  private void book(long bytes) {
    keptBytes += bytes;
    inAll.add(bytes);
  }

  private void resize(int places) {
    byte[][] oldAnswers = answers;
    int[] oldCodes = codes;
    answers = places == 0 ? NO_ANSWERS : new byte[places][];
    codes = places == 0 ? NO_CODES : new int[places];
    for (long sequence = acknowledged; sequence < expected; sequence++) {
      int from = (int) sequence & (oldAnswers.length - 1);
      answers[index(sequence)] = oldAnswers[from];
      codes[index(sequence)] = oldCodes[from];
    }
    inAll.addPlaces(places - oldAnswers.length);
  }

  private int index(long sequence) {
    return (int) sequence & (answers.length - 1);
  }
}
