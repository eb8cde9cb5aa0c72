package io.synod.network.peer;

import io.netty.buffer.ByteBuf;
import io.synod.core.cluster.ReplicaSet;
import java.util.Arrays;

/**
 * The messages of one protocol step on their way to the event loop. Filled by the sender thread,
 * emptied by the loop.
 */
final class Outgoing implements Runnable {
  private final PeerLink[] links;
  private ByteBuf[] frames = new ByteBuf[8];
  private ReplicaSet[] targets = new ReplicaSet[8];
  private int size;

  Outgoing(PeerLink[] links) {
    this.links = links;
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(ReplicaSet to, ByteBuf frame) {
    if (size == frames.length) {
      frames = Arrays.copyOf(frames, 2 * size);
      targets = Arrays.copyOf(targets, 2 * size);
    }
    frames[size] = frame;
    targets[size++] = to;
    handOver(to, frame.readableBytes());
  }

  /** Writes and flushes everything, on the event loop. */
  @Override
  public void run() {
    for (int index = 0; index < size; index++) {
      handOver(targets[index], -frames[index].readableBytes());
      write(links, targets[index], frames[index]);
    }
    flush(links);
  }

  /** Frees everything unsent. */
  void discard() {
    for (int index = 0; index < size; index++) {
      handOver(targets[index], -frames[index].readableBytes());
      frames[index].release();
    }
    size = 0;
  }

  /** Writes {@code frame}, which it releases, to each of {@code to}. On the event loop. */
  static void write(PeerLink[] links, ReplicaSet to, ByteBuf frame) {
    int left = to.bits();
    while (left != 0) {
      int replica = Integer.numberOfTrailingZeros(left);
      left &= left - 1;
      links[replica].write(left == 0 ? frame : frame.retainedDuplicate());
    }
  }

  /** Flushes what was written to any peer. On the event loop. */
  static void flush(PeerLink[] links) {
    for (PeerLink link : links) {
      if (link != null) {
        link.flush();
      }
    }
  }

  private void handOver(ReplicaSet to, int bytes) {
    for (int left = to.bits(); left != 0; left &= left - 1) {
      links[Integer.numberOfTrailingZeros(left)].handOver(bytes);
    }
  }
}
