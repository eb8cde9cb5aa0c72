package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;

/** Answers a {@link FrameType#STATUS_REQUEST}: the replica's status. */
public record Status(String json) {

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    byte[] text = json.getBytes(StandardCharsets.UTF_8);
    return Frame.end(Frame.begin(allocator, FrameType.STATUS, text.length).writeBytes(text), 0);
  }

  public static Status decode(ByteBuf body) throws MalformedFrame {
    return new Status(new BodyReader(body).lastText("status"));
  }
}
