package io.synod.core.session;

import io.synod.core.check.Check;
import io.synod.core.settings.AnswerLimits;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * One client's place in the order: which sequence it executes next, and the answers that the client
 * may still ask for again.
 */
public final class Session {
  private static final byte[] NO_STATUSES = new byte[0];
  private static final byte[][] NO_ANSWERS = new byte[0][];
  private static final byte[] EMPTY = new byte[0];
  private static final long[] NO_SHORT_ANSWERS = new long[0];
  private static final int[] NO_CODES = new int[0];

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int STATUS_BITS = 4;

  // A power of two, as every number of places.
  private static final int PLACES_MIN = 4;

  private final long id;
  private int outstandingMax;
  private final KeptBytes inAll;

  // Invariant: acknowledged <= expected, and the answers of [acknowledged, expected) are kept,
  // which take keptBytes, here and of those in all.
  private long expected;
  private long acknowledged;
  private long keptBytes;

  // Each place has the answer's length, shifted, and its status. The array of an answer is not read
  // when the answer is acknowledged, long after it has left the processor's cache.
  private int[] codes = NO_CODES;

  // Either the bytes of each answer, while all are short: an array for each would live until it is
  // acknowledged, and storing a reference in an old object costs the collector's barrier. Or
  // arrays.
  private boolean areShort = true;
  private long[] shortAnswers = NO_SHORT_ANSWERS;
  private byte[][] answers = NO_ANSWERS;

  // Null until the first one.
  private SessionEvents events;

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

  /** It may have {@code outstandingMax} requests without an answer, at least as many as before. */
  void allow(int outstandingMax) {
    this.outstandingMax = outstandingMax;
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

  /** What its kept answers and events take. */
  long heldBytes() {
    return keptBytes + eventBytes();
  }

  /** Whether it has ended. */
  public boolean isOver() {
    return gone;
  }

  /** What the events take that are not acknowledged, each with its overhead. */
  long eventBytes() {
    return events == null ? 0 : events.bytes();
  }

  /** Number of the first event that is kept; that of the next one if none is. */
  public long firstEvent() {
    return events == null ? 1 : events.first();
  }

  /** Number of the next event, 1 for the first. */
  public long nextEvent() {
    return events == null ? 1 : events.next();
  }

  /** The event of this number, which is kept. */
  public SessionEvent event(long number) {
    return events.at(number);
  }

  /** Keeps one more event. */
  void publish(byte[] event) {
    restoreEvents(1);
    restore(new SessionEvent(expected, event));
  }

  /** Adds an event behind {@link #restoreEvents}; they come in order. */
  public void restore(SessionEvent event) {
    events.add(event);
    inAll.add(event.keptBytes());
  }

  /**
   * The session has had events, or will have.
   *
   * @param first number of the first event that is kept; of no effect if there were events here
   */
  public void restoreEvents(long first) {
    if (events == null) {
      events = new SessionEvents(first);
    }
  }

  /** The client has the events up to {@code number}. */
  public void acknowledgeEvents(long number) {
    if (events != null) {
      long before = events.bytes();
      events.acknowledge(number);
      inAll.add(events.bytes() - before);
    }
  }

  /** Answers that it could keep without a larger array. */
  int places() {
    return codes.length;
  }

  /** Not to be changed. */
  public byte[] answer(long sequence) {
    int index = index(sequence);
    return areShort ? bytes(shortAnswers[index], codes[index] >>> STATUS_BITS) : answers[index];
  }

  private static byte[] bytes(long value, int length) {
    if (length == 0) {
      return EMPTY;
    }
    byte[] bytes = new byte[length];
    for (int at = 0; at < length; at++) {
      bytes[at] = (byte) (value >>> Byte.SIZE * at);
    }
    return bytes;
  }

  private static long value(byte[] bytes) {
    if (bytes.length == Long.BYTES) {
      return (long) LONGS.get(bytes, 0);
    }
    long value = 0;
    for (int at = 0; at < bytes.length; at++) {
      value |= (bytes[at] & 0xffL) << Byte.SIZE * at;
    }
    return value;
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
    int mask = codes.length - 1;
    long freed = 0;
    for (long at = acknowledged; at < end; at++) {
      int index = (int) at & mask;
      freed += AnswerLimits.bytes(codes[index] >>> STATUS_BITS);
      if (!areShort) {
        answers[index] = null;
      }
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
    int wanted = codes.length;
    while (wanted > PLACES_MIN && kept < wanted / 8 * 3) {
      wanted /= 2;
    }
    if (wanted != codes.length) {
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
    if (expected - acknowledged == codes.length) {
      resize(Math.max(PLACES_MIN, 2 * codes.length));
    }
    int index = index(expected);
    if (areShort && answer.length > Long.BYTES) {
      keepArrays();
    }
    if (areShort) {
      shortAnswers[index] = value(answer);
    } else {
      answers[index] = answer;
    }
    codes[index] = answer.length << STATUS_BITS | status;
    book(AnswerLimits.bytes(answer.length));
    expected++;
  }

  private void keepArrays() {
    byte[][] arrays = new byte[codes.length][];
    for (long sequence = acknowledged; sequence < expected; sequence++) {
      arrays[index(sequence)] = answer(sequence);
    }
    areShort = false;
    answers = arrays;
    shortAnswers = NO_SHORT_ANSWERS;
  }

  /** The session is over: what it kept is freed. */
  void end() {
    gone = true;
    inAll.add(-eventBytes());
    events = null;
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
      keptStatuses[index] = (byte) status(acknowledged + index);
      keptAnswers[index] = answer(acknowledged + index);
    }
    CapturedEvents captured =
        events == null ? null : new CapturedEvents(events.first(), events.capture());
    return new CapturedSession(id, activeMillis, expected, keptStatuses, keptAnswers, captured);
  }

  private void book(long bytes) {
    keptBytes += bytes;
    inAll.add(bytes);
  }

  private void resize(int places) {
    int[] oldCodes = codes;
    long[] oldShort = shortAnswers;
    byte[][] oldAnswers = answers;
    areShort |= acknowledged == expected;
    codes = places == 0 ? NO_CODES : new int[places];
    shortAnswers = places == 0 || !areShort ? NO_SHORT_ANSWERS : new long[places];
    answers = areShort ? NO_ANSWERS : new byte[places][];
    for (long sequence = acknowledged; sequence < expected; sequence++) {
      int from = (int) sequence & (oldCodes.length - 1);
      codes[index(sequence)] = oldCodes[from];
      if (areShort) {
        shortAnswers[index(sequence)] = oldShort[from];
      } else {
        answers[index(sequence)] = oldAnswers[from];
      }
    }
    inAll.addPlaces(places - oldCodes.length);
  }

  private int index(long sequence) {
    return (int) sequence & (codes.length - 1);
  }
}
