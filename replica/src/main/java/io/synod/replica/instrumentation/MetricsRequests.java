package io.synod.replica.instrumentation;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** Answers the one request of a connection to the metrics' port, and ends the connection. */
final class MetricsRequests extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final String PATH = "/metrics";
  private static final String PLAIN = "text/plain; charset=utf-8";

  private final Supplier<String> metrics;

  MetricsRequests(Supplier<String> metrics) {
    this.metrics = metrics;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    if (request.decoderResult().isFailure()) {
      answer(context, HttpResponseStatus.BAD_REQUEST, PLAIN, "This is no HTTP request.\n");
    } else if (!new QueryStringDecoder(request.uri()).path().equals(PATH)) {
      answer(context, HttpResponseStatus.NOT_FOUND, PLAIN, "The metrics are at " + PATH + ".\n");
    } else if (!request.method().equals(HttpMethod.GET)) {
      answer(context, HttpResponseStatus.METHOD_NOT_ALLOWED, PLAIN, "The metrics are for GET.\n");
    } else {
      answer(context, HttpResponseStatus.OK, PrometheusText.CONTENT_TYPE, metrics.get());
    }
  }

  private static void answer(
      ChannelHandlerContext context, HttpResponseStatus status, String type, String text) {
    ByteBuf body = Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8));
    FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, body);
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, type)
        .set(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes())
        .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
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
