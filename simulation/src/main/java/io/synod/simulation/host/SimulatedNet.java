package io.synod.simulation.host;

import io.synod.simulation.scheduler.Scheduler;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The listening sockets, and the paths between machines. Each machine has a host name or address of
 * its own.
 */
public final class SimulatedNet {
  // The share of lost datagrams.
  private static final double LOSS = 0.02;
  private static final double REPETITION = 0.02;

  // Of trouble.
  private static final int UNKNOWN_ONE_IN = 3;
  private static final long LOOK_UP_NANOS_MAX = 100_000_000;
  private static final int FULL_ONE_IN = 100;
  private static final long FULL_NANOS_MAX = 2_000_000_000;

  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final long delayNanosMax;
  private final Map<InetSocketAddress, SimulatedServerChannel> listeners = new HashMap<>();
  private final Map<InetSocketAddress, SimulatedDatagramChannel> datagrams = new HashMap<>();
  private final Map<Ends, Path> paths = new HashMap<>();

  // The receiving ends of the connections that have carried corrupted bytes.
  private final Set<SimulatedChannel> corrupted = new HashSet<>();
  private long channels;
  private boolean isCalm;

  // Null if there is none.
  private SplittableRandom trouble;

  private record Ends(String from, String to) {}

  /**
   * @param delayNanosMax of a path without a storm
   */
  public SimulatedNet(Scheduler scheduler, SplittableRandom random, long delayNanosMax) {
    this.scheduler = scheduler;
    this.random = random;
    this.delayNanosMax = delayNanosMax;
  }

  SimulatedChannelId nextChannel() {
    return new SimulatedChannelId(channels++);
  }

  /** The path from one machine to another. */
  public Path path(String from, String to) {
    return paths.computeIfAbsent(
        new Ends(from, to), ends -> new Path(scheduler, random, delayNanosMax));
  }

  Path path(InetSocketAddress from, InetSocketAddress to) {
    return path(from.getHostString(), to.getHostString());
  }

  /** False if the address is taken. */
  boolean listen(InetSocketAddress address, SimulatedServerChannel listener) {
    return listeners.putIfAbsent(address, listener) == null;
  }

  void unlisten(InetSocketAddress address, SimulatedServerChannel listener) {
    listeners.remove(address, listener);
  }

  /** Null if no process listens there. */
  SimulatedServerChannel listener(InetSocketAddress address) {
    return listeners.get(address);
  }

  boolean bind(InetSocketAddress address, SimulatedDatagramChannel socket) {
    return datagrams.putIfAbsent(address, socket) == null;
  }

  void unbind(InetSocketAddress address, SimulatedDatagramChannel socket) {
    datagrams.remove(address, socket);
  }

  /** Until {@link #calm} names are found late or not, and sockets take no datagrams for a while. */
  public void trouble(SplittableRandom draws) {
    trouble = draws;
  }

  boolean isTroubled() {
    return trouble != null && !isCalm;
  }

  boolean findsName() {
    return !isTroubled() || trouble.nextInt(UNKNOWN_ONE_IN) > 0;
  }

  /** How long a name server takes for an answer. */
  long lookUpNanos() {
    return isTroubled() ? trouble.nextLong(LOOK_UP_NANOS_MAX) : 0;
  }

  /** For how long a socket that is to send a datagram takes none. */
  long fullNanos() {
    return isTroubled() && trouble.nextInt(FULL_ONE_IN) == 0 ? trouble.nextLong(FULL_NANOS_MAX) : 0;
  }

  /** From now on each datagram is taken at once and arrives exactly once, and names are found. */
  public void calm() {
    isCalm = true;
  }

  void corrupted(SimulatedChannel receiver) {
    corrupted.add(receiver);
  }

  /**
   * Whether an open connection has carried corrupted bytes. Its receiver may take them for the
   * length of a frame, and wait for the rest of that.
   */
  public boolean hasCorruptedConnections() {
    corrupted.removeIf(channel -> !channel.isOpen());
    return !corrupted.isEmpty();
  }

  /** A datagram arrives once, twice or never, in any order. */
  void datagram(InetSocketAddress from, InetSocketAddress to, byte[] content) {
    Path path = path(from, to);
    if (path.isCut() || !isCalm && random.nextDouble() < LOSS) {
      return;
    }
    int times = !isCalm && random.nextDouble() < REPETITION ? 2 : 1;
    for (int time = 0; time < times; time++) {
      path.carry(content.length, 0, () -> arrive(from, to, content));
    }
  }

  private void arrive(InetSocketAddress from, InetSocketAddress to, byte[] content) {
    SimulatedDatagramChannel receiver = datagrams.get(to);
    if (receiver != null) {
      receiver.onDatagram(from, content);
    }
  }
}
