package io.synod.simulation.host;

import java.io.IOException;

/** One direction of a connection: bytes in order, as many in flight as its window holds. */
final class Pipe {
  private final SimulatedNet net;
  private final Path path;
  private final Path back;
  private final int windowBytes;
  private final SimulatedChannel sender;
  private final SimulatedChannel receiver;
  private int unacknowledged;
  private long lastArrival;
  private boolean closed;

  Pipe(SimulatedNet net, Path path, Path back, SimulatedChannel sender, SimulatedChannel receiver) {
    this.net = net;
    this.path = path;
    this.back = back;
    this.sender = sender;
    this.receiver = receiver;
    windowBytes = path.windowBytes();
  }

  /** How many bytes may be sent now. */
  int writableBytes() {
    return closed ? 0 : windowBytes - unacknowledged;
  }

  void send(byte[] bytes) {
    unacknowledged += bytes.length;
    byte[] carried = path.disturbed(bytes);
    if (carried != bytes) {
      net.corrupted(receiver);
    }
    lastArrival = path.carry(bytes.length, lastArrival, () -> receiver.onBytes(carried));
  }

  /** The receiver has read {@code bytes}. */
  void read(int bytes) {
    back.carry(0, 0, () -> acknowledged(bytes));
  }

  private void acknowledged(int bytes) {
    unacknowledged -= bytes;
    sender.onWritable();
  }

  /** The sender has closed in order. */
  void end() {
    if (!closed) {
      closed = true;
      lastArrival = path.carry(0, lastArrival, receiver::onEnd);
    }
  }

  /** The sender is gone, and the bytes in flight are lost. */
  void reset() {
    if (!closed) {
      closed = true;
      path.carry(0, 0, () -> receiver.onFailure(new IOException("Connection reset by peer")));
    }
  }
}
