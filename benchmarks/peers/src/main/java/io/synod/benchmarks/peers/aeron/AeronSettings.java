package io.synod.benchmarks.peers.aeron;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/** The common settings of servers and load, explained in docs/performance.md. */
final class AeronSettings {
  static final int TERM_BYTES = 64 << 20;

  static final String HOST = "127.0.0.1";
  private static final int CLIENT_TERM_BYTES = 4 << 20;
  private static final int MTU_BYTES = 8 << 10;
  private static final int SOCKET_BYTES = 2 << 20;
  private static final int SPINS = 10;
  private static final int YIELDS = 20;
  private static final long PARK_NANOS_MIN = TimeUnit.MICROSECONDS.toNanos(1);
  private static final long PARK_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(1);

  private AeronSettings() {}

  static String endpoint(int port) {
    return HOST + ":" + port;
  }

  /** The channel of the log and of messages between replicas. */
  static String channel(String parameters) {
    return "aeron:udp?term-length=" + TERM_BYTES + "|" + parameters;
  }

  /** The channel between clients and replicas. */
  static String clientChannel(String parameters) {
    return "aeron:udp?term-length=" + CLIENT_TERM_BYTES + parameters;
  }

  static String anyPort() {
    return "endpoint=" + HOST + ":0";
  }

  /** There are more threads than processors: an idle thread must sleep, but only briefly. */
  static Supplier<IdleStrategy> idle() {
    return () -> new BackoffIdleStrategy(SPINS, YIELDS, PARK_NANOS_MIN, PARK_NANOS_MAX);
  }

  /** One thread for all of the driver's work. */
  static MediaDriver.Context driver(String folder) {
    return new MediaDriver.Context()
        .aeronDirectoryName(folder)
        .dirDeleteOnStart(true)
        .threadingMode(ThreadingMode.SHARED)
        .sharedIdleStrategy(idle().get())
        .mtuLength(MTU_BYTES)
        .ipcMtuLength(MTU_BYTES)
        .socketSndbufLength(SOCKET_BYTES)
        .socketRcvbufLength(SOCKET_BYTES)
        .initialWindowLength(SOCKET_BYTES)
        .termBufferSparseFile(true);
  }
}
