package io.synod.benchmarks.yardstick;

import io.synod.network.transport.Transport;
import java.io.UncheckedIOException;

/** Listens, and answers each connection on one event loop that they share. Any thread. */
public final class EchoServer implements AutoCloseable {
  private final Listening listening;

  private EchoServer(Listening listening) {
    this.listening = listening;
  }

  /**
   * Waits until the port is bound.
   *
   * @param port 0: any
   * @throws UncheckedIOException if the port cannot be had
   */
  public static EchoServer start(YardstickSettings settings, int port) {
    return new EchoServer(
        Listening.start(
            Transport.chosen().eventLoops(1, "synod-echo"),
            port,
            "the echo",
            channel -> new EchoConnection(channel, settings).addToChannel()));
  }

  public int port() {
    return listening.port();
  }

  /** Closes all connections and waits for the thread. */
  @Override
  public void close() {
    listening.close();
  }
}
