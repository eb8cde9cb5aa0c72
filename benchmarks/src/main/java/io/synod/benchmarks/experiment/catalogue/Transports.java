package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.load.Load;
import java.util.ArrayList;
import java.util.List;

/** S11, figure 17: BSZ of 4 KiB and WND 1. */
final class Transports implements Plan {
  private static final String[] DATAGRAMS = {"0B", "60KiB"};

  @Override
  public String title() {
    return "TCP and UDP between replicas over the clients: S11, figure 17";
  }

  @Override
  public List<String> axes() {
    return List.of(Axis.CLIENTS, Axis.TRANSPORT);
  }

  @Override
  public List<Point> points(Effort effort) {
    List<Point> points = new ArrayList<>();
    int[] counts =
        effort.quick() ? new int[] {1, 30, 300} : new int[] {1, 5, 10, 30, 100, 300, 900};
    for (int clients : counts) {
      for (int transport = 0; transport < DATAGRAMS.length; transport++) {
        points.add(
            effort.point(
                this,
                Axis.at(Axis.CLIENTS, clients, Axis.TRANSPORT, transport),
                List.of("network.datagram-max-bytes=" + DATAGRAMS[transport]),
                new Load(clients, clients, 128, 1)));
      }
    }
    return points;
  }

  @Override
  public List<String> settings() {
    return List.of("batch.max-bytes=4KiB", "pipeline.window=1");
  }
}
