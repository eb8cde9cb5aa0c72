package io.synod.replica.instrumentation;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * Answers the one request of a connection to the metrics' port, and ends the connection. One path
 * and one method need none of Netty's HTTP codec, which would be three more jars.
 */
final class MetricsRequests extends SimpleChannelInboundHandler<ByteBuf> {
  private static final String PATH = "/metrics";
  private static final String PLAIN = "text/plain; charset=utf-8";

  private final Supplier<String> metrics;
  private final RequestHead request = new RequestHead();
  private boolean isAnswered;

  MetricsRequests(Supplier<String> metrics) {
    this.metrics = metrics;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf read) {
    while (!isAnswered && read.isReadable()) {
      request.add(read.readByte());
      if (request.isRefused()) {
        answer(context, "400 Bad Request", PLAIN, "This is no HTTP request.\n");
      } else if (request.isComplete()) {
        answer(context);
      }
    }
  }

  private void answer(ChannelHandlerContext context) {
    if (!request.path().equals(PATH)) {
      answer(context, "404 Not Found", PLAIN, "The metrics are at " + PATH + ".\n");
    } else if (!request.method().equals("GET")) {
      answer(context, "405 Method Not Allowed", PLAIN, "The metrics are for GET.\n");
    } else {
      answer(context, "200 OK", PrometheusText.CONTENT_TYPE, metrics.get());
    }
  }

  private void answer(ChannelHandlerContext context, String status, String type, String text) {
    isAnswered = true;
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    String head =
        "HTTP/1.1 %s\r\ncontent-type: %s\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
            .formatted(status, type, body.length);
    ByteBuf response = Unpooled.wrappedBuffer(head.getBytes(StandardCharsets.US_ASCII), body);
    context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
  }

  /**
   * What the peer sends or its connection suffers is its own affair: it ends, the server goes on.
   */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.close();
  }
}
