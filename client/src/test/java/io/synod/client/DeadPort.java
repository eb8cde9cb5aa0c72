package io.synod.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A port that is taken and does not listen: every connection to it is refused. */
final class DeadPort implements AutoCloseable {
  private final Socket bound = new Socket();

  DeadPort() throws IOException {
    bound.bind(new InetSocketAddress("127.0.0.1", 0));
  }

  InetSocketAddress address() {
    return (InetSocketAddress) bound.getLocalSocketAddress();
  }

  String text() {
    return "127.0.0.1:" + bound.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    bound.close();
  }
}
