package io.synod.benchmarks.yardstick;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.synod.network.wire.EntryReader;
import io.synod.network.wire.MalformedFrame;

/** One client: all requests of one read are answered at its end. */
final class EchoConnection extends ClientConversation implements EntryReader.Visitor {

  EchoConnection(Channel channel, YardstickSettings settings) {
    super(channel, settings);
  }

  @Override
  void onRequests(ByteBuf body) throws MalformedFrame {
    EntryReader.read(body, this);
  }

  @Override
  public void onEntry(
      long session, long sequence, int outstanding, ByteBuf body, int payloadAt, int payloadBytes) {
    reply(session, sequence);
  }

  @Override
  public void onReadComplete() {
    flushReplies();
  }
}
