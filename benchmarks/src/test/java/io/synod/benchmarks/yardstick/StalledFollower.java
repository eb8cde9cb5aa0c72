package io.synod.benchmarks.yardstick;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Takes connections (the kernel does) and reads nothing. */
final class StalledFollower implements AutoCloseable {
  private final ServerSocket socket;

  StalledFollower() {
    try {
      socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    } catch (IOException noPort) {
      throw new UncheckedIOException(noPort);
    }
  }

  int port() {
    return socket.getLocalPort();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
