package io.synod.benchmarks.peers;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.peers.server.Durability;
import java.util.ArrayList;
import java.util.List;

/**
 * The options of the benchmark.
 *
 * @param contenders in the order in which they are measured and reported
 * @param durabilities of contenders with a log
 * @param requestBytes payloads of a request
 * @param outstanding requests in flight at any time, of all connections together
 * @param connections clients; fewer if fewer requests are outstanding
 * @param answerBytes length of an answer
 * @param span of one measurement
 * @param repetitions with fresh processes; the median is reported
 * @param jvmOptions of all processes
 */
record PeersOptions(
    List<Contender> contenders,
    List<Durability> durabilities,
    List<Integer> requestBytes,
    List<Integer> outstanding,
    int connections,
    int answerBytes,
    Span span,
    int repetitions,
    List<String> jvmOptions) {

  /** Some peers' clients do not match answers to requests, so the payload carries a number. */
  private static final int NUMBER_BYTES = Long.BYTES;

  PeersOptions {
    contenders = List.copyOf(contenders);
    durabilities = List.copyOf(durabilities);
    requestBytes = List.copyOf(requestBytes);
    outstanding = List.copyOf(outstanding);
    jvmOptions = List.copyOf(jvmOptions);
    if (repetitions < 1 || connections < 1) {
      throw new IllegalArgumentException(
          "%d repetitions, %d connections".formatted(repetitions, connections));
    }
    for (int bytes : requestBytes) {
      if (bytes < NUMBER_BYTES || answerBytes < NUMBER_BYTES) {
        throw new IllegalArgumentException(
            "requests of %d bytes and answers of %d: both need %d for a number"
                .formatted(bytes, answerBytes, NUMBER_BYTES));
      }
    }
    for (int requests : outstanding) {
      if (requests < 1) {
        throw new IllegalArgumentException(requests + " outstanding requests");
      }
    }
  }

  Load load(Point point) {
    int clients = Math.min(connections, point.outstanding());
    return new Load(clients, point.outstanding(), point.requestBytes());
  }

  List<Point> points() {
    List<Point> points = new ArrayList<>();
    for (int requests : outstanding) {
      for (Durability durability : durabilities) {
        for (int bytes : requestBytes) {
          points.add(new Point(durability, bytes, requests));
        }
      }
    }
    return points;
  }

  /** The point at which a contender is measured for the report's {@code point}. */
  Point measuredAt(Contender contender, Point point) {
    return contender.isReplicated()
        ? point
        : new Point(durabilities.get(0), point.requestBytes(), point.outstanding());
  }
}
