package io.synod.link.accuracy;

import io.synod.link.LinkMesh;
import io.synod.link.LinkShape;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Measures one connection through a link of its own: pings, then both directions full. */
final class Round implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 30_000;
  private static final int PING_BYTES = 32;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final long PINGS_NANOS = 1_000_000_000L;
  private static final int PINGS_MIN = 5;
  private static final int PINGS_MAX = 200;

  // Each direction sends half a second's bytes, or a fixed number on a link without a limit.
  private static final int SHARE_OF_SECOND = 2;
  private static final long UNLIMITED_BYTES = 32 << 20;

  private final LinkShape shape;
  private final LinkMesh mesh;
  private final ExecutorService threads = Executors.newFixedThreadPool(3, Round::daemon);
  private final Socket near;
  private final Socket far;

  Round(LinkShape shape, long seed) throws IOException {
    this.shape = shape;
    mesh = new LinkMesh(2, seed);
    mesh.shape(0, 1, shape);
    mesh.shape(1, 0, shape);
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket listener = new ServerSocket(0, 1, here)) {
      listener.setSoTimeout(TIMEOUT_MILLIS);
      near = prepared(new Socket(here, mesh.listen(0, 1, listener.getLocalPort())));
      far = prepared(listener.accept());
    } catch (IOException | RuntimeException failure) {
      threads.shutdownNow();
      mesh.close();
      throw failure;
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "link accuracy");
    thread.setDaemon(true);
    return thread;
  }

  private static Socket prepared(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    return socket;
  }

  /** Half of each round trip on the idle link, in milliseconds. */
  Samples pings() throws IOException, InterruptedException {
    long roundTripNanos = Math.max(1, 2 * shape.delayNanos());
    int count = (int) Math.min(PINGS_MAX, Math.max(PINGS_MIN, PINGS_NANOS / roundTripNanos));
    Future<Void> echo = threads.submit(() -> echo(count + 1));
    // The first ping waits until the proxy has connected to its target.
    ping();
    Samples halves = new Samples();
    for (int index = 0; index < count; index++) {
      long sentNanos = System.nanoTime();
      ping();
      halves.add((System.nanoTime() - sentNanos) / 2 / NANOS_PER_MILLI);
    }
    await(echo);
    return halves;
  }

  private void ping() throws IOException {
    near.getOutputStream().write(new byte[PING_BYTES]);
    readFully(near);
  }

  private Void echo(int count) throws IOException {
    for (int index = 0; index < count; index++) {
      far.getOutputStream().write(readFully(far));
    }
    return null;
  }

  private static byte[] readFully(Socket socket) throws IOException {
    byte[] ping = socket.getInputStream().readNBytes(PING_BYTES);
    if (ping.length < PING_BYTES) {
      throw new EOFException("the link ended");
    }
    return ping;
  }

  /** Sends in both directions at once; the first stream is that of the side that dialled. */
  Stream[] streams() throws IOException, InterruptedException {
    Stream[] ways = {stream(), stream()};
    Future<Void> sentOut = threads.submit(() -> sent(ways[0], near));
    Future<Void> sentHome = threads.submit(() -> sent(ways[1], far));
    Future<Void> receivedOut = threads.submit(() -> received(ways[0], far));
    ways[1].receive(near);
    await(receivedOut);
    await(sentOut);
    await(sentHome);
    return ways;
  }

  private Stream stream() {
    return new Stream(shape, streamBytes(), System::nanoTime);
  }

  private static Void sent(Stream way, Socket from) throws IOException {
    way.send(from);
    return null;
  }

  private static Void received(Stream way, Socket at) throws IOException {
    way.receive(at);
    return null;
  }

  private long streamBytes() {
    return shape.bitsPerSecond() == 0
        ? UNLIMITED_BYTES
        : shape.bitsPerSecond() / Byte.SIZE / SHARE_OF_SECOND;
  }

  private static void await(Future<Void> task) throws IOException, InterruptedException {
    try {
      task.get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException failure) {
      throw new IOException(failure.getCause().getMessage(), failure);
    } catch (TimeoutException stuck) {
      throw new IOException("nothing passes for " + TIMEOUT_MILLIS / 1000 + " s", stuck);
    }
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    near.close();
    far.close();
    mesh.close();
  }
}
