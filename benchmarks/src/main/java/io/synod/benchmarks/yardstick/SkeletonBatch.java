package io.synod.benchmarks.yardstick;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.command.BatchEntry;
import io.synod.network.wire.EntryReader;
import io.synod.network.wire.MalformedFrame;
import java.util.ArrayList;
import java.util.List;

/** Entries of several clients in the order of their arrival. Confined to the event loop. */
final class SkeletonBatch {
  private final ByteBuf frame;
  private final List<Run> runs = new ArrayList<>();
  private int acks;

  /** The entries of one client frame end at {@code end}. */
  private record Run(ClientConversation from, int end) {}

  /** Receives the entries in order. */
  interface Visitor {
    void onEntry(ClientConversation from, long session, long sequence);
  }

  SkeletonBatch(ByteBufAllocator allocator, int bytesExpected) {
    frame = allocator.directBuffer(SkeletonFrame.HEADER_BYTES + bytesExpected);
    frame.writeZero(SkeletonFrame.HEADER_BYTES);
  }

  /** Checks that the entries of a client's frame are complete. */
  static void check(ByteBuf entries) throws MalformedFrame {
    int at = entries.readerIndex();
    while (at < entries.writerIndex()) {
      at += BatchEntry.HEADER_BYTES + EntryReader.payloadBytes(entries, at);
    }
  }

  /** Copies all entries of a client's frame at once. */
  void add(ClientConversation from, ByteBuf entries) {
    frame.writeBytes(entries, entries.readerIndex(), entries.readableBytes());
    runs.add(new Run(from, frame.writerIndex()));
  }

  int entryBytes() {
    return frame.writerIndex() - SkeletonFrame.HEADER_BYTES;
  }

  ByteBuf frame() {
    return frame;
  }

  /** A follower or the leader's disk has acknowledged it. */
  void acknowledged() {
    acks++;
  }

  int acks() {
    return acks;
  }

  void forEach(Visitor visitor) {
    int at = SkeletonFrame.HEADER_BYTES;
    for (Run run : runs) {
      while (at < run.end()) {
        visitor.onEntry(
            run.from(), EntryReader.session(frame, at), EntryReader.sequence(frame, at));
        at += BatchEntry.HEADER_BYTES + frame.getInt(at);
      }
    }
  }

  void release() {
    frame.release();
  }
}
