package io.synod.client;

import io.synod.network.wire.WantEvents;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Writes down, in words, what the client sends, one list per flush of the test. */
final class RecordingWire implements Wire {
  private final List<String> sent = new ArrayList<>();

  /** The session of the last frame. */
  long session;

  /** What the last keep-alive has acknowledged. */
  long keptAliveWith;

  long acknowledgedEvents;

  /** What the end of a session fails with; null if it does not. */
  Error failure;

  /** How much more fits the socket. */
  int capacity = Integer.MAX_VALUE;

  /** What was sent since the last call. */
  List<String> take() {
    List<String> taken = List.copyOf(sent);
    sent.clear();
    return taken;
  }

  @Override
  public void dial(InetSocketAddress address) {
    sent.add("dial " + address.getPort());
  }

  @Override
  public void hangUp() {
    sent.add("hang up");
  }

  @Override
  public int payloadBytesMax() {
    return Integer.MAX_VALUE;
  }

  @Override
  public boolean isWritable() {
    return capacity > 0;
  }

  @Override
  public void open(long itsSession) {
    session = itsSession;
    sent.add("OPEN");
  }

  @Override
  public void close(long itsSession) {
    session = itsSession;
    if (failure != null) {
      throw failure;
    }
    sent.add("CLOSE");
  }

  @Override
  public void wantEvents(WantEvents wanted) {
    sent.add("events from %d, answers from %d".formatted(wanted.event(), wanted.sequence()));
  }

  @Override
  public void keepAlive(long itsSession, long acknowledged, long events) {
    session = itsSession;
    sent.add("KEEP_ALIVE");
    keptAliveWith = acknowledged;
    acknowledgedEvents = events;
  }

  @Override
  public void request(long itsSession, long sequence, int outstanding, Request request) {
    session = itsSession;
    capacity--;
    sent.add(sequence + "/" + outstanding);
  }

  @Override
  public void query(long number, Request query) {
    capacity--;
    sent.add("query " + number);
  }

  @Override
  public void flush() {}
}
