package io.synod.simulation.client;

import io.synod.core.command.BatchEntry;
import io.synod.simulation.network.ClientFrame;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The requests of one session from the first unanswered one on. */
final class Outstanding {
  private final long session;
  private final List<Request> requests = new ArrayList<>();
  // Invariant: requests holds the sequences of [first, first + requests.size()).
  private long first = 1;
  private long sinceNanos;

  private static final class Request {
    final byte[] payload;
    final boolean query;
    final int call;
    boolean answered;

    Request(byte[] payload, boolean query, int call) {
      this.payload = payload;
      this.query = query;
      this.call = call;
    }
  }

  Outstanding(long session, long nowNanos) {
    this.session = session;
    sinceNanos = nowNanos;
  }

  long session() {
    return session;
  }

  /** The first unanswered sequence. */
  long first() {
    return first;
  }

  /** Since when the first unanswered sequence has been the first. */
  long sinceNanos() {
    return sinceNanos;
  }

  /** After the last sequence. */
  long end() {
    return first + requests.size();
  }

  int size() {
    return requests.size();
  }

  boolean isEmpty() {
    return requests.isEmpty();
  }

  /**
   * @param query whether it is a query through the log
   * @param call of the history
   */
  void add(byte[] payload, boolean query, int call, long nowNanos) {
    sinceNanos = isEmpty() ? nowNanos : sinceNanos;
    requests.add(new Request(payload, query, call));
  }

  /** The call that {@code sequence} answers; -1 if it was answered before. */
  int answered(long sequence, long nowNanos) {
    if (sequence < first || sequence >= end()) {
      return -1;
    }
    Request request = requests.get((int) (sequence - first));
    if (request.answered) {
      return -1;
    }
    request.answered = true;
    while (!requests.isEmpty() && requests.get(0).answered) {
      requests.remove(0);
      first++;
      sinceNanos = nowNanos;
    }
    return request.call;
  }

  /** One frame with the sequences of {@code [from, from + count)}. */
  ClientFrame.Requests frame(long from, int count) {
    int bytes = 0;
    for (int index = 0; index < count; index++) {
      bytes += BatchEntry.HEADER_BYTES + payload(from + index).length;
    }
    byte[] entries = new byte[bytes];
    int at = 0;
    for (long sequence = from; sequence < from + count; sequence++) {
      byte[] payload = payload(sequence);
      int outstanding = (int) (sequence - first);
      int marked = request(sequence).query ? BatchEntry.asQuery(outstanding) : outstanding;
      BatchEntry.putHeader(entries, at, payload.length, session, sequence, marked);
      System.arraycopy(payload, 0, entries, at + BatchEntry.HEADER_BYTES, payload.length);
      at += BatchEntry.HEADER_BYTES + payload.length;
    }
    return new ClientFrame.Requests(entries, count);
  }

  /** A frame with one of the control sequences. */
  ClientFrame.Requests control(long sequence) {
    byte[] entry = new byte[BatchEntry.HEADER_BYTES];
    BatchEntry.putHeader(entry, 0, 0, session, sequence, 0);
    return new ClientFrame.Requests(entry, 1);
  }

  /** A frame that says that all answers before the first outstanding request have come. */
  ClientFrame.Requests keepAlive() {
    byte[] entry = new byte[BatchEntry.HEADER_BYTES + BatchEntry.KEEP_ALIVE_BYTES];
    BatchEntry.putHeader(entry, 0, BatchEntry.KEEP_ALIVE_BYTES, session, BatchEntry.KEEP_ALIVE, 0);
    ByteBuffer.wrap(entry).putLong(BatchEntry.HEADER_BYTES, first);
    return new ClientFrame.Requests(entry, 1);
  }

  private byte[] payload(long sequence) {
    return request(sequence).payload;
  }

  private Request request(long sequence) {
    return requests.get((int) (sequence - first));
  }
}
