package io.synod.replica.instrumentation;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the one request of a connection to the metrics' port, and ends the connection. A few
 * paths and one method need none of Netty's HTTP codec, which would be three more jars.
 */
final class MetricsRequests extends SimpleChannelInboundHandler<ByteBuf> {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  private final Map<String, MetricsServer.Page> pages;
  private final RequestHead request = new RequestHead();
  private boolean isAnswered;

  MetricsRequests(Map<String, MetricsServer.Page> pages) {
    this.pages = pages;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf read) {
    while (!isAnswered && read.isReadable()) {
      request.add(read.readByte());
      if (request.isRefused()) {
        answer(context, "400 Bad Request", MetricsServer.PLAIN, "This is no HTTP request.\n");
      } else if (request.isComplete()) {
        answer(context);
      }
    }
  }

  private void answer(ChannelHandlerContext context) {
    MetricsServer.Page page = pages.get(request.path());
    if (page == null) {
      String paths = String.join(" and ", new TreeSet<>(pages.keySet()));
      answer(
          context,
          "404 Not Found",
          MetricsServer.PLAIN,
          "There is nothing here but " + paths + ".\n");
    } else if (!request.method().equals("GET")) {
      answer(context, "405 Method Not Allowed", MetricsServer.PLAIN, "This page is for GET.\n");
    } else {
      answer(context, page);
    }
  }

  private void answer(ChannelHandlerContext context, MetricsServer.Page page) {
    String text;
    try {
      text = page.text().get();
    } catch (RuntimeException bug) {
      LOG.error(
          "the page {} cannot be made, which is a bug; please report it", request.path(), bug);
      answer(
          context,
          "500 Internal Server Error",
          MetricsServer.PLAIN,
          "This page cannot be made: the log says why.\n");
      return;
    }
    answer(context, "200 OK", page.contentType(), text);
  }

  private void answer(ChannelHandlerContext context, String status, String type, String text) {
    isAnswered = true;
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    String head =
        String.format(
            Locale.ROOT,
            "HTTP/1.1 %s\r\ncontent-type: %s\r\ncontent-length: %d\r\nconnection: close\r\n\r\n",
            status,
            type,
            body.length);
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
