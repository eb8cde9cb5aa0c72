package io.synod.benchmarks.micro;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.execution.ReplyStatus;
import io.synod.network.wire.EntryFrameWriter;
import io.synod.network.wire.EntryReader;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.ReplyFrameWriter;
import io.synod.network.wire.ReplyReader;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What a request and its reply cost in frames of the client port, for each of 64 in a frame. */
@State(Scope.Thread)
public class ClientFrameBenchmark extends NanosBenchmark {
  private static final int COUNT = 64;
  private static final int FRAME_BYTES_MAX = 8 << 20;
  private static final int HEADER_BYTES = 12;

  private final ByteBufAllocator allocator = ByteBufAllocator.DEFAULT;
  private final EntryFrameWriter requests = EntryFrameWriter.requests(allocator, FRAME_BYTES_MAX);
  private final ReplyFrameWriter replies = ReplyFrameWriter.replies(allocator, FRAME_BYTES_MAX);
  private final byte[] payload = new byte[Entries.PAYLOAD_BYTES];
  private final byte[] answer = new byte[8];

  private ByteBuf requestsBody;
  private ByteBuf repliesBody;
  private long visited;

  @Setup
  public void encode() {
    requestsBody = requestsFrame().skipBytes(HEADER_BYTES);
    repliesBody = repliesFrame().skipBytes(HEADER_BYTES);
  }

  @TearDown
  public void release() {
    requestsBody.release();
    repliesBody.release();
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public boolean writeRequest() {
    return requestsFrame().release();
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public boolean writeReply() {
    return repliesFrame().release();
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long readRequest() throws MalformedFrame {
    EntryReader.read(
        requestsBody, (session, sequence, open, body, at, bytes) -> visited += sequence + at);
    return visited;
  }

  @Benchmark
  @OperationsPerInvocation(COUNT)
  public long readReply() throws MalformedFrame {
    ReplyReader.read(
        repliesBody, (session, sequence, status, body, at, bytes) -> visited += sequence + at);
    return visited;
  }

  private ByteBuf requestsFrame() {
    requests.begin(COUNT * Entries.ENTRY_BYTES);
    for (int index = 0; index < COUNT; index++) {
      requests.add(1, 1 + index, COUNT, payload);
    }
    return requests.finish();
  }

  private ByteBuf repliesFrame() {
    replies.begin();
    for (int index = 0; index < COUNT; index++) {
      replies.add(1, 1 + index, ReplyStatus.OK, answer);
    }
    return replies.finish();
  }
}
