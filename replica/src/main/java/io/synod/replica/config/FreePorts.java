package io.synod.replica.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Free ports of the loopback interface, for TCP and for UDP, for a cluster that a test or an
 * example starts on one machine. They are below those that systems give to outgoing connections:
 * while a replica is down, a client that tries to connect to it could otherwise be given the
 * replica's own port, and the replica would find it in use.
 *
 * <p>A process takes ports from blocks of a hundred that it owns: it listens on a block's first
 * port until it ends. So two processes that start clusters at the same time never choose the same
 * port.
 */
public final class FreePorts {
  private static final int FIRST = 15_000;
  private static final int END = 32_000;
  private static final int BLOCK = 100;
  private static final int TRIES = 1000;
  private static final Random RANDOM = new Random();

  // The first ports of the blocks that this process owns. It guards the two below as well.
  private static final List<ServerSocket> OWNED = new ArrayList<>();

  // What is left of the newest block, [next, end). A port that was given is not given again: it may
  // not be listened on yet.
  private static int next;
  private static int end;

  private FreePorts() {}

  /**
   * Finds {@code count} different ports, in ascending order within a block, and never finds one of
   * them again in this process. Any thread.
   *
   * @throws UncheckedIOException if a thousand tries have not found them
   */
  public static List<Integer> find(int count) {
    synchronized (OWNED) {
      List<Integer> ports = new ArrayList<>();
      for (int tries = 0; ports.size() < count; tries++) {
        if (tries == TRIES) {
          throw new UncheckedIOException(
              new IOException(
                  "of the ports %d to %d hardly any is free: end what listens on them"
                      .formatted(FIRST, END - 1)));
        }
        if (next == end) {
          drawBlock();
        } else if (isFree(next++)) {
          ports.add(next - 1);
        }
      }
      return ports;
    }
  }

  /** Makes a block this process's own, unless another process owns the drawn one. */
  private static void drawBlock() {
    int first = FIRST + BLOCK * RANDOM.nextInt((END - FIRST) / BLOCK);
    try {
      OWNED.add(new ServerSocket(first, 1, InetAddress.getLoopbackAddress()));
      next = first + 1;
      end = first + BLOCK;
    } catch (IOException owned) {
      next = end;
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
