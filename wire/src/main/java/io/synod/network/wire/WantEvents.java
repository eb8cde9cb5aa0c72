package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * The client wants the events of a session on this connection, from {@code event} on; and the
 * answers that are kept from {@code sequence} on, each in its place among the events. Allowed
 * behind a hello.
 *
 * @param event number of the first event that the client does not have, at least 1
 * @param sequence the first one that the client has no answer for, at least 1
 */
public record WantEvents(long session, long event, long sequence) {
  private static final int BODY_BYTES = 24;

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    ByteBuf out = Frame.begin(allocator, FrameType.WANT_EVENTS, BODY_BYTES);
    out.writeLong(session).writeLong(event).writeLong(sequence);
    return Frame.end(out, 0);
  }

  public static WantEvents decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    long session = in.int64("session");
    long event = in.natural("number of an event");
    long sequence = in.natural("sequence");
    in.end();
    if (event == 0 || sequence == 0) {
      throw MalformedFrame.body("event %d and sequence %d are wanted", event, sequence);
    }
    return new WantEvents(session, event, sequence);
  }
}
