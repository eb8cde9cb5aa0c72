package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.load.Load;
import java.util.ArrayList;
import java.util.List;

/** PigPaxos, tables 1 and 2: what relays spare the leader. */
final class RelayMessages implements Plan {
  private static final int REQUEST_BYTES = 32;
  private static final int WINDOW = 8;
  private static final int BATCH = 64;

  // So few that each is over in all groups before the next begins, or a slower one would tell of
  // several at once.
  private static final int ALONE_RATE = 50;

  @Override
  public String title() {
    return "messages and CPU of the leader with relay groups: PigPaxos, tables 1 and 2";
  }

  @Override
  public List<String> axes() {
    return List.of(Axis.REPLICAS, Axis.GROUPS, Axis.BATCH_REQUESTS, Axis.RATE);
  }

  @Override
  public boolean keepsClusters() {
    return true;
  }

  @Override
  public List<Point> points(Effort effort) {
    List<Point> points = new ArrayList<>();
    for (int replicas : effort.quick() ? new int[] {5, 9, 25} : new int[] {5, 9, 15, 25}) {
      for (int groups : effort.quick() ? new int[] {0, 2} : new int[] {0, 1, 2, 3, 4, 5, 6}) {
        if (groups < replicas - 1) {
          points.add(relayed(effort, replicas, groups, 1, 0));
          points.add(relayed(effort, replicas, groups, 1, ALONE_RATE));
          points.add(relayed(effort, replicas, groups, BATCH, 0));
        }
      }
    }
    return points;
  }

  private Point relayed(Effort effort, int replicas, int groups, int requests, int rate) {
    int bytes = BatchBytes.of(requests, REQUEST_BYTES);
    List<String> settings = new ArrayList<>();
    settings.add("batch.max-bytes=" + Math.max(BatchBytes.MIN, bytes) + "B");
    settings.add("batch.policy=" + (requests == 1 ? "adaptive" : "timed"));
    // The paper counts messages of single instances; those of a window share them.
    settings.add("pipeline.window=" + (requests == 1 ? 1 : WINDOW));
    settings.addAll(Dissemination.settings(groups));
    // Twenty-five processes wait long for two processors; what is told or sent again would count.
    settings.add("relay.timeout=5s");
    settings.add("pipeline.retransmit=10s");
    Load load =
        rate == 0
            ? new Load(4, 16 * requests, REQUEST_BYTES, 1)
            : new Load(1, 1, REQUEST_BYTES, 1).withRate(rate);
    return effort.point(
        this,
        Axis.at(
            Axis.REPLICAS,
            replicas,
            Axis.GROUPS,
            groups == 0 ? replicas - 1 : groups,
            Axis.BATCH_REQUESTS,
            requests,
            Axis.RATE,
            rate),
        settings,
        load,
        replicas);
  }

  @Override
  public List<String> jvmOptions(List<String> chosen) {
    return Dissemination.MANY_REPLICAS_JVM;
  }
}
