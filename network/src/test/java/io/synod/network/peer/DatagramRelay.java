package io.synod.network.peer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands before the peer port of one replica: passes datagrams on while it is switched on, and
 * connections if it is asked to.
 */
final class DatagramRelay implements AutoCloseable {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final int DATAGRAM_BYTES_MAX = 1 << 16;

  private final InetSocketAddress address;
  private final InetSocketAddress target;
  private final ServerSocket connections = new ServerSocket();
  private final DatagramSocket datagrams;
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final List<byte[]> passed = new CopyOnWriteArrayList<>();
  private final AtomicInteger held = new AtomicInteger();

  private volatile int passedBytesMax = DATAGRAM_BYTES_MAX;

  /**
   * @param port at which it stands
   * @param targetPort of the replica
   */
  DatagramRelay(int port, int targetPort) throws IOException {
    address = InetSocketAddress.createUnresolved("127.0.0.1", port);
    target = new InetSocketAddress(LOOPBACK, targetPort);
    datagrams = new DatagramSocket(port, LOOPBACK);
    run(this::relayAll);
  }

  /** Connections too are passed on from now on. */
  void accept() throws IOException {
    connections.bind(new InetSocketAddress(LOOPBACK, address.getPort()));
    run(this::acceptAll);
  }

  /** What other replicas take for the address of this one. */
  InetSocketAddress address() {
    return address;
  }

  void pass(boolean datagramsToo) {
    passUpTo(datagramsToo ? DATAGRAM_BYTES_MAX : -1);
  }

  /** Longer datagrams are held. */
  void passUpTo(int bytesMax) {
    passedBytesMax = bytesMax;
  }

  /** Datagrams that were not passed on. */
  int held() {
    return held.get();
  }

  /** Sends the last datagram of so many bytes once more. */
  void repeat(int bytes) throws IOException {
    byte[] last =
        passed.stream().filter(one -> one.length == bytes).reduce((first, next) -> next).get();
    send(last);
  }

  void send(byte[] datagram) throws IOException {
    datagrams.send(new DatagramPacket(datagram, datagram.length, target));
  }

  private void relayAll() throws IOException {
    byte[] buffer = new byte[DATAGRAM_BYTES_MAX];
    while (true) {
      DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
      datagrams.receive(packet);
      if (packet.getLength() <= passedBytesMax) {
        byte[] datagram = Arrays.copyOf(buffer, packet.getLength());
        passed.add(datagram);
        send(datagram);
      } else {
        held.incrementAndGet();
      }
    }
  }

  private void acceptAll() throws IOException {
    while (true) {
      Socket from = connections.accept();
      open.add(from);
      run(() -> connect(from));
    }
  }

  private void connect(Socket from) throws IOException {
    try (from;
        Socket to = new Socket(target.getAddress(), target.getPort())) {
      open.add(to);
      run(() -> pump(to, from));
      pump(from, to);
    }
  }

  private static void pump(Socket from, Socket to) throws IOException {
    byte[] buffer = new byte[DATAGRAM_BYTES_MAX];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
      }
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void run(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                return;
              }
            },
            "relay");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    connections.close();
    datagrams.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
