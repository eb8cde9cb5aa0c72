package io.synod.network.transport;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last handler of a port: logs why it can take no connection, as without a free file handle.
 * Netty's handler before this one then pauses the port for a second.
 */
final class AcceptFailures extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(AcceptFailures.class);

  private final InetSocketAddress address;
  private final String what;
  private final LogLimit limit = new LogLimit(1, TimeUnit.SECONDS.toNanos(10));

  /**
   * @param what the port is for, and where it is configured
   */
  AcceptFailures(InetSocketAddress address, String what) {
    this.address = address;
    this.what = what;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
    if (!(failure instanceof IOException)) {
      context.fireExceptionCaught(failure);
      return;
    }
    String leftOut = limit.admit(System.nanoTime());
    if (leftOut != null) {
      LOG.warn(
          "cannot take a connection on {} for {}: {}; tries again each second{}",
          HostPort.text(address),
          what,
          FailureWords.of(failure),
          leftOut);
    }
  }
}
