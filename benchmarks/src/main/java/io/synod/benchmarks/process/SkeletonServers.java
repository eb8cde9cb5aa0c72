package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Target;
import io.synod.benchmarks.yardstick.SkeletonSettings;
import io.synod.benchmarks.yardstick.YardstickSettings;
import io.synod.core.batcher.BatchSettings;
import io.synod.core.pipeline.PipelineSettings;
import io.synod.process.Child;
import io.synod.process.Children;
import io.synod.replica.config.FreePorts;
import java.util.ArrayList;
import java.util.List;

/** The skeleton of a replicated data path, a process for each of its replicas. */
public final class SkeletonServers implements ChildServers {
  private static final String CLUSTER = "skeleton";

  private final Children children;
  private final List<Child> replicas = new ArrayList<>();
  private final Target target;

  private SkeletonServers(Children children, Target target) {
    this.children = children;
    this.target = target;
  }

  /**
   * @param replicas the leader included
   * @param batch of which the greatest length counts
   * @param pipeline of which the window counts
   * @param outstanding of one session
   */
  public static SkeletonServers start(
      Children children,
      int replicas,
      BatchSettings batch,
      PipelineSettings pipeline,
      int answerBytes,
      int outstanding)
      throws InterruptedException {
    List<Integer> ports = FreePorts.find(replicas);
    int leaderPort = ports.get(0);
    List<Integer> followerPorts = ports.subList(1, replicas);
    SkeletonSettings settings =
        new SkeletonSettings(
            new YardstickSettings(
                CLUSTER, answerBytes, YardstickSettings.FRAME_BYTES_MAX, outstanding),
            batch.maxBytes(),
            pipeline.window());
    SkeletonServers servers =
        new SkeletonServers(children, new Target(CLUSTER, "127.0.0.1:" + leaderPort, answerBytes));
    try {
      for (int port : followerPorts) {
        servers.start("follower " + port, SkeletonProcess.follower(port));
      }
      for (Child follower : servers.replicas) {
        follower.awaitReady(START_PATIENCE);
      }
      servers.start("leader", SkeletonProcess.leader(leaderPort, settings, followerPorts));
      servers.leader().awaitReady(START_PATIENCE);
    } catch (InterruptedException | RuntimeException failure) {
      servers.close();
      throw failure;
    }
    return servers;
  }

  private void start(String name, List<String> arguments) {
    replicas.add(children.start("skeleton " + name, SkeletonProcess.class, arguments));
  }

  @Override
  public Target target() {
    return target;
  }

  @Override
  public List<Child> processes() {
    return List.copyOf(replicas);
  }

  @Override
  public Child leader() {
    return replicas.get(replicas.size() - 1);
  }

  @Override
  public void close() {
    children.end(replicas);
  }
}
