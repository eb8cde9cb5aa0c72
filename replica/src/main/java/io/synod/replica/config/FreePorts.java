package io.synod.replica.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Free ports of the loopback interface, for TCP and for UDP, for a cluster that a test or an
 * example starts on one machine. They are below those that systems give to outgoing connections:
 * while a replica is down, a client that tries to connect to it could otherwise be given the
 * replica's own port, and the replica would find it in use.
 */
public final class FreePorts {
  private static final int FIRST = 15_000;
  private static final int END = 32_000;
  private static final int TRIES = 1000;

  // What this process was given is not given again: it may not be listened on yet.
  private static final Set<Integer> GIVEN = new HashSet<>();
  private static final Random RANDOM = new Random();

  private FreePorts() {}

  /**
   * So many different ones, of which this process is never given one again. Any thread.
   *
   * @throws UncheckedIOException if a thousand tries have not found them
   */
  public static List<Integer> find(int count) {
    synchronized (GIVEN) {
      List<Integer> ports = new ArrayList<>();
      for (int tries = 0; ports.size() < count; tries++) {
        if (tries == TRIES) {
          throw new UncheckedIOException(
              new IOException(
                  "of the ports %d to %d hardly any is free: end what listens on them"
                      .formatted(FIRST, END - 1)));
        }
        int port = FIRST + RANDOM.nextInt(END - FIRST);
        if (!GIVEN.contains(port) && isFree(port)) {
          GIVEN.add(port);
          ports.add(port);
        }
      }
      return ports;
    }
  }

  private static boolean isFree(int port) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket stream = new ServerSocket(port, 1, loopback);
        DatagramSocket datagrams = new DatagramSocket(port, loopback)) {
      return stream.isBound() && datagrams.isBound();
    } catch (IOException inUse) {
      return false;
    }
  }
}
