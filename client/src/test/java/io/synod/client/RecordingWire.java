package io.synod.client;

import io.synod.core.command.BatchEntry;
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
  public boolean isWritable() {
    return capacity > 0;
  }

  @Override
  public void control(long itsSession, long sequence) {
    session = itsSession;
    sent.add(sequence == BatchEntry.OPEN ? "OPEN" : "CLOSE");
  }

  @Override
  public void keepAlive(long itsSession, long acknowledged) {
    session = itsSession;
    sent.add("KEEP_ALIVE");
    keptAliveWith = acknowledged;
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
