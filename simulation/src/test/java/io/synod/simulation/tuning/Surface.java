package io.synod.simulation.tuning;

import io.synod.core.settings.BatchLimits;
import java.util.SplittableRandom;

/**
 * A machine, its links and its load: what a leader decides there at any limits. Times in seconds,
 * sizes in bytes. An instance costs processor time, of which the wake-ups are shared by the
 * instances under way, time on the link, and a wait for the disk, which they share too.
 *
 * @param requestBytes of a request with its header
 * @param outstanding requests of clients that wait for each answer (a closed loop); 0 for an open
 *     one
 * @param rate requests that come in a second, in an open loop
 * @param roundTrip to the quorum's last member
 * @param bytesPerSecond of the link
 * @param perRequest processor time of a request
 * @param perInstance processor time of an instance
 * @param perWakeUp processor time that the instances under way share
 * @param disk wait for the disk
 */
record Surface(
    double requestBytes,
    double outstanding,
    double rate,
    double roundTrip,
    double bytesPerSecond,
    double perRequest,
    double perInstance,
    double perWakeUp,
    double disk) {
  private static final double HEADER_BYTES = 24;
  private static final double BATCH_HEADER_BYTES = 52;

  // With less than that share of its time left, a leader does not keep up.
  private static final double NEARLY_ALL = 0.98;
  private static final int ROUNDS = 60;

  /**
   * What a leader does in the long run.
   *
   * @param throughput requests per second
   * @param time from the admission of a request to its decision
   * @param instanceTime from opening to deciding an instance
   * @param batch requests in an instance
   * @param windowFull whether requests wait for the window
   */
  record Steady(
      double throughput, double time, double instanceTime, double batch, boolean windowFull) {}

  /** The kinds of change of a load or a machine. */
  enum Change {
    REQUEST_SIZE,
    DISK,
    ROUND_TRIP,
    BANDWIDTH,
    LOAD,
    REPLICAS
  }

  static Surface drawn(SplittableRandom random) {
    double requestBytes = HEADER_BYTES + power(random, 16, 8192);
    double bytesPerSecond = power(random, 1.2e6, 1.2e9);
    double perRequest = power(random, 0.2e-6, 5e-6) + requestBytes * power(random, 0.1e-9, 1e-9);
    boolean isNear = random.nextBoolean();
    Surface closed =
        new Surface(
            requestBytes,
            power(random, 1, 20_000),
            0,
            isNear ? power(random, 0.1e-3, 1e-3) : power(random, 1e-3, 0.3),
            bytesPerSecond,
            perRequest,
            power(random, 10e-6, 200e-6),
            power(random, 1e-6, 200e-6),
            random.nextBoolean() ? 0 : power(random, 0.1e-3, 10e-3));
    return random.nextBoolean() ? closed : closed.open(0.05 + 0.75 * random.nextDouble());
  }

  private static double power(SplittableRandom random, double least, double most) {
    return least * Math.pow(most / least, random.nextDouble());
  }

  /** The same with an open loop that needs {@code share} of what link and processor can do. */
  private Surface open(double share) {
    double capacity = Math.min(bytesPerSecond / requestBytes, 1 / perRequest);
    return new Surface(
        requestBytes,
        0,
        share * capacity,
        roundTrip,
        bytesPerSecond,
        perRequest,
        perInstance,
        perWakeUp,
        disk);
  }

  /** The same after a change: in one direction, or back. */
  Surface changed(Change change, boolean more) {
    double factor = more ? 10 : 0.1;
    return new Surface(
        change == Change.REQUEST_SIZE ? requestBytes * (more ? 8 : 1 / 8.0) : requestBytes,
        change == Change.LOAD ? Math.max(1, outstanding * factor) : outstanding,
        change == Change.LOAD ? rate * (more ? 1.2 : 0.1) : rate,
        change == Change.ROUND_TRIP ? (more ? 0.05 : 0.2e-3) : roundTrip,
        change == Change.BANDWIDTH ? bytesPerSecond * factor : bytesPerSecond,
        perRequest,
        change == Change.REPLICAS ? perInstance * (more ? 2 : 0.5) : perInstance,
        perWakeUp,
        change == Change.DISK ? (more ? 5e-3 : 0) : disk);
  }

  boolean isOpen() {
    return outstanding == 0;
  }

  Steady at(BatchLimits limits) {
    double most = Math.max(1, (limits.maxBytes() - BATCH_HEADER_BYTES) / requestBytes);
    return isOpen() ? open(most, limits.window()) : closed(most, limits.window());
  }

  /** Requests per second that the leader can decide with these limits, however many come. */
  double capacity(BatchLimits limits) {
    double most = Math.max(1, (limits.maxBytes() - BATCH_HEADER_BYTES) / requestBytes);
    double window = limits.window();
    return Math.min(window * most / alone(most), most / adds(most, window));
  }

  private Steady closed(double most, double window) {
    double batch = Math.max(1, Math.min(most, outstanding / window));
    double inFlight = Math.min(window, outstanding / batch);
    double alone = alone(batch);
    double throughput = Math.min(inFlight * batch / alone, batch / adds(batch, inFlight));
    return new Steady(
        throughput,
        outstanding / throughput,
        Math.max(alone, inFlight * batch / throughput),
        batch,
        outstanding > 1.0001 * inFlight * batch);
  }

  private Steady open(double most, double window) {
    double capacity = Math.min(window * most / alone(most), most / adds(most, window));
    if (rate >= capacity) {
      double instance = Math.max(alone(most), window * most / capacity);
      return new Steady(capacity, Double.POSITIVE_INFINITY, instance, most, true);
    }
    double batch = 1;
    double instance = alone(1);
    // Batches grow until the leader keeps up with them.
    for (int round = 0; round < ROUNDS; round++) {
      double busy = rate * adds(batch, window) / batch;
      double queued = Math.min(NEARLY_ALL, busy);
      instance = alone(batch) + adds(batch, window) * queued / (1 - queued) / 2;
      double paced = rate * instance / window;
      double needed = busy > NEARLY_ALL ? 1.2 * batch : 1;
      batch = Math.min(most, Math.max(Math.max(1, needed), (batch + paced) / 2));
    }
    boolean full = rate * instance / batch > NEARLY_ALL * window;
    return new Steady(rate, instance + batch / rate / 2, instance, batch, full);
  }

  private double alone(double batch) {
    return roundTrip + disk + linkTime(batch) + perInstance + perRequest * batch;
  }

  /** The time that an instance adds to those under way: the busiest resource's. */
  private double adds(double batch, double inFlight) {
    double sharing = Math.max(1, inFlight);
    double processor = perInstance + perRequest * batch + perWakeUp / sharing;
    return Math.max(Math.max(processor, linkTime(batch)), disk / sharing);
  }

  private double linkTime(double batch) {
    return batch * requestBytes / bytesPerSecond;
  }

  /** How long an instance takes that nothing waits for. */
  double shortest(double batch) {
    return alone(batch);
  }
}
