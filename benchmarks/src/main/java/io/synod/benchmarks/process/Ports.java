package io.synod.benchmarks.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Free ports of the loopback interface. Whoever wants them must be quick. */
final class Ports {
  private Ports() {}

  /** All of them are held until the last is found, so that they differ. */
  static List<Integer> free(int count) {
    List<ServerSocket> held = new ArrayList<>();
    try {
      List<Integer> ports = new ArrayList<>();
      for (int index = 0; index < count; index++) {
        ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        held.add(socket);
        ports.add(socket.getLocalPort());
      }
      return ports;
    } catch (IOException none) {
      throw new UncheckedIOException("no free port on the loopback interface", none);
    } finally {
      held.forEach(Ports::close);
    }
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException notClosed) {
      throw new UncheckedIOException(notClosed);
    }
  }
}
