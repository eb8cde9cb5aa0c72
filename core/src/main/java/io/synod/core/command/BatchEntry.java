package io.synod.core.command;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The layout of one request, in a client's frame and in a batch alike, so that what a socket read
 * brought is copied into a batch as it is. Big-endian:
 *
 * <pre>
 *   0  int   payload length in bytes
 *   4  long  session
 *  12  long  sequence: 1, 2, 3, … or one of the control sequences
 *  20  int   outstanding: the client has the answers of all sequences before (sequence - outstanding);
 *            its first bit marks a query, which changes nothing
 *  24  payload
 * </pre>
 */
public final class BatchEntry {
  public static final int HEADER_BYTES = 24;

  /** Opens the session if it does not exist; the payload is the session's name. */
  public static final long OPEN = 0;

  /** Longest name of a session. */
  public static final int NAME_BYTES_MAX = 256;

  /**
   * Keeps an idle session from expiring; never opens one. The payload is {@code long}: the client
   * has the answers of all sequences before this one; then {@code long}: and the events up to this
   * number.
   */
  public static final long KEEP_ALIVE = -1;

  /** Length of the payload of {@link #KEEP_ALIVE}. */
  public static final int KEEP_ALIVE_BYTES = 2 * Long.BYTES;

  /** Ends the session; the payload is empty. */
  public static final long CLOSE = -2;

  /** Skips a request at which the service has halted, see {@link SkipEntry}; of no session. */
  public static final long SKIP = -3;

  /** Changes the membership; of no session, and alone in its batch. Only a leader makes one. */
  public static final long MEMBERSHIP = -4;

  /** Raises the version of the cluster, see {@code UpgradeEntry}; of no session. */
  public static final long UPGRADE = -5;

  /** Changes the limits of sessions, see {@code SessionLimits}; of no session. */
  public static final long LIMITS = -6;

  private static final int QUERY = 1 << 31;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private BatchEntry() {}

  /** Whether {@code sequence} is a control sequence of a later version; a replica stops at one. */
  public static boolean isUnknown(long sequence) {
    return sequence < LIMITS;
  }

  public static int payloadBytes(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  public static long session(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at + 4);
  }

  public static long sequence(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at + 12);
  }

  public static int outstanding(byte[] bytes, int at) {
    return outstanding((int) INT.get(bytes, at + 20));
  }

  /**
   * What the control sequence at {@code at} acknowledges: all answers before this sequence; 0 if it
   * says nothing of answers.
   */
  public static long acknowledged(byte[] bytes, int at) {
    return acknowledges(bytes, at) ? getLong(bytes, at + HEADER_BYTES) : 0;
  }

  /**
   * What the control sequence at {@code at} acknowledges: all events up to this number; 0 if it
   * says nothing of events.
   */
  public static long acknowledgedEvents(byte[] bytes, int at) {
    return acknowledges(bytes, at) ? getLong(bytes, at + HEADER_BYTES + Long.BYTES) : 0;
  }

  private static boolean acknowledges(byte[] bytes, int at) {
    return sequence(bytes, at) == KEEP_ALIVE && payloadBytes(bytes, at) == KEEP_ALIVE_BYTES;
  }

  /** Without the mark of a query. */
  public static int outstanding(int marked) {
    return marked & ~QUERY;
  }

  /** Whether the request is a query through the log. */
  public static boolean isQuery(byte[] bytes, int at) {
    return isQuery((int) INT.get(bytes, at + 20));
  }

  public static boolean isQuery(int marked) {
    return (marked & QUERY) != 0;
  }

  /** {@code outstanding} with the mark of a query. */
  public static int asQuery(int outstanding) {
    return outstanding | QUERY;
  }

  /**
   * Writes the header of an entry; the caller copies the payload behind it.
   *
   * @param outstanding with the mark of a query if it is one
   */
  public static void putHeader(
      byte[] bytes, int at, int payloadBytes, long session, long sequence, int outstanding) {
    INT.set(bytes, at, payloadBytes);
    LONG.set(bytes, at + 4, session);
    LONG.set(bytes, at + 12, sequence);
    INT.set(bytes, at + 20, outstanding);
  }

  static void putInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  static void putLong(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }

  static long getLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }
}
