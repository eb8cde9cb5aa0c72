package io.synod.link;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.locks.LockSupport;

/** Sends back what it reads, one thread for each connection. */
final class EchoServer implements AutoCloseable {
  private final ServerSocket listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
  private volatile Socket last;

  EchoServer() throws IOException {
    new Thread(this::accept, "echo-accept").start();
  }

  int port() {
    return listener.getLocalPort();
  }

  /** The side of the newest connection that is here. */
  Socket last() {
    while (last == null) {
      LockSupport.parkNanos(1_000_000);
    }
    return last;
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        last = socket;
        new Thread(() -> echo(socket), "echo").start();
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private static void echo(Socket socket) {
    try (socket) {
      byte[] buffer = new byte[1 << 16];
      for (int read = socket.getInputStream().read(buffer);
          read >= 0;
          read = socket.getInputStream().read(buffer)) {
        socket.getOutputStream().write(buffer, 0, read);
      }
    } catch (IOException closed) {
      // By the other side, or by the test.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
