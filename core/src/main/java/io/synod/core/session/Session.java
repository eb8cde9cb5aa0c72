package io.synod.core.session;

import io.synod.core.check.Check;

/**
 * One client's place in the order: which sequence it executes next, and the answers that the client
 * may still ask for again.
 */
public final class Session {
  private static final byte[] NO_STATUSES = new byte[0];
  private static final byte[][] NO_ANSWERS = new byte[0][];

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
  private AnswerPlaces places = AnswerPlaces.NONE;
  private long keptBytes;

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
    return places.count();
  }

  public byte[] answer(long sequence) {
    return places.answers[index(sequence)];
  }

  public int status(long sequence) {
    return places.codes[index(sequence)] & (1 << STATUS_BITS) - 1;
  }

  /** The client has the answers of all sequences before {@code sequence}. */
  public void acknowledge(long sequence) {
    long end = Math.min(sequence, expected);
    long freed = 0;
    for (; acknowledged < end; acknowledged++) {
      int index = index(acknowledged);
      freed += AnswerLimits.bytes(places.codes[index] >>> STATUS_BITS);
      places.answers[index] = null;
    }
    if (freed > 0) {
      book(-freed);
    }
    // Below three eighths: half of the places leave room to grow, and few stay empty.
    long kept = expected - acknowledged;
    int wanted = places.count();
    while (wanted > PLACES_MIN && kept < wanted / 8 * 3) {
      wanted /= 2;
    }
    if (wanted != places.count()) {
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
    if (expected - acknowledged == places.count()) {
      resize(Math.max(PLACES_MIN, 2 * places.count()));
    }
    places.answers[index(expected)] = answer;
    places.codes[index(expected)] = answer.length << STATUS_BITS | status;
    book(AnswerLimits.bytes(answer.length));
    expected++;
  }

  /** The session is over: what it kept is freed. */
  void end() {
    gone = true;
    book(-keptBytes);
    acknowledged = expected;
    places = AnswerPlaces.NONE;
  }

  /** The session as it is now; the answers themselves are shared, because they never change. */
  CapturedSession capture() {
    int kept = (int) (expected - acknowledged);
    byte[] keptStatuses = kept == 0 ? NO_STATUSES : new byte[kept];
    byte[][] keptAnswers = kept == 0 ? NO_ANSWERS : new byte[kept][];
    for (int index = 0; index < kept; index++) {
      int from = index(acknowledged + index);
      keptStatuses[index] = (byte) status(acknowledged + index);
      keptAnswers[index] = places.answers[from];
    }
    return new CapturedSession(id, activeMillis, expected, keptStatuses, keptAnswers);
  }

  private void book(long bytes) {
    keptBytes += bytes;
    inAll.add(bytes);
  }

  private void resize(int count) {
    AnswerPlaces old = places;
    places = inAll.spares().take(count);
    for (long sequence = acknowledged; sequence < expected; sequence++) {
      int from = (int) sequence & (old.count() - 1);
      places.answers[index(sequence)] = old.answers[from];
      places.codes[index(sequence)] = old.codes[from];
      old.answers[from] = null;
    }
    inAll.spares().give(old);
  }

  private int index(long sequence) {
    return (int) sequence & (places.count() - 1);
  }
}
