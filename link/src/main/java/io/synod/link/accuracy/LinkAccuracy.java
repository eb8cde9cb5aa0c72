package io.synod.link.accuracy;

import io.synod.link.LinkShape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks how close a link comes to its shape, with medians of several rounds. Latency must be
 * within 2 ms or 5 %, on an idle link and, if the shape has a delay, with both directions full.
 * Bandwidth must be within 5 %.
 */
public final class LinkAccuracy {
  private static final double LATENCY_ERROR_MILLIS = 2;
  private static final double ERROR_SHARE = 0.05;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MEGA = 1e6;
  private static final String MILLIS = "ms";
  private static final String MBIT = "Mbit/s";

  private final LinkShape shape;
  private final Samples idle = new Samples();
  private final Samples full = new Samples();
  private final Samples out = new Samples();
  private final Samples home = new Samples();

  private LinkAccuracy(LinkShape shape) {
    this.shape = shape;
  }

  /**
   * Measures a link of this shape, with both directions alike, on loopback. Blocks for about two
   * seconds and a few delays for each round.
   *
   * @param shape without jitter, since jitter leaves no nominal latency
   * @param rounds connections to measure, at least 1
   * @throws IOException if no byte passes for a long time
   */
  public static List<Figure> measure(LinkShape shape, int rounds)
      throws IOException, InterruptedException {
    if (rounds < 1) {
      throw new IllegalArgumentException("%d rounds: at least one".formatted(rounds));
    }
    if (shape.jitterNanos() > 0) {
      throw new IllegalArgumentException("cannot be measured with jitter: " + shape);
    }
    LinkAccuracy accuracy = new LinkAccuracy(shape);
    for (int round = 0; round < rounds; round++) {
      try (Round one = new Round(shape, round)) {
        accuracy.add(one);
      }
    }
    return accuracy.figures();
  }

  private void add(Round round) throws IOException, InterruptedException {
    idle.addAll(round.pings());
    Stream[] ways = round.streams();
    full.addAll(ways[0].latencies());
    full.addAll(ways[1].latencies());
    out.add(ways[0].bitsPerSecond() / MEGA);
    home.add(ways[1].bitsPerSecond() / MEGA);
  }

  private List<Figure> figures() {
    double nominal = shape.delayNanos() / NANOS_PER_MILLI;
    double most = Math.max(LATENCY_ERROR_MILLIS, ERROR_SHARE * nominal);
    double any = Double.POSITIVE_INFINITY;
    List<Figure> figures = new ArrayList<>();
    figures.add(new Figure("latency, idle", MILLIS, nominal, idle.median(), most));
    figures.add(new Figure("latency, idle, p99", MILLIS, nominal, idle.p99(), any));
    if (shape.bitsPerSecond() > 0) {
      double width = shape.bitsPerSecond() / MEGA;
      // Without a delay, this machine's processors set the latency, since they move all the bytes.
      double mostFull = nominal > 0 ? most : any;
      figures.add(new Figure("latency, full", MILLIS, nominal, full.median(), mostFull));
      figures.add(new Figure("latency, full, p99", MILLIS, nominal, full.p99(), any));
      figures.add(new Figure("bandwidth, out", MBIT, width, out.median(), ERROR_SHARE * width));
      figures.add(new Figure("bandwidth, home", MBIT, width, home.median(), ERROR_SHARE * width));
    }
    return figures;
  }
}
