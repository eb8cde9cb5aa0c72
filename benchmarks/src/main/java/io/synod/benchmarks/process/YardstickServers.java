package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Target;
import io.synod.core.settings.BatchSettings;
import io.synod.core.settings.PipelineSettings;
import io.synod.process.Child;
import io.synod.process.Children;
import io.synod.replica.config.FreePorts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The echo, or the skeleton of a replicated data path: a process for each replica. */
public final class YardstickServers implements ChildServers {
  private final Children children;
  private final Target target;
  private final List<Child> processes = new ArrayList<>();

  private YardstickServers(Children children, Target target) {
    this.children = children;
    this.target = target;
  }

  /**
   * @param outstanding of one session
   */
  public static YardstickServers echo(Children children, int answerBytes, int outstanding)
      throws InterruptedException {
    return start(
        children, "echo", FreePorts.find(1), answerBytes, outstanding, List.of(), List.of());
  }

  /**
   * @param replicas the leader included
   * @param isDurable whether each of them writes batches to its disk before it acknowledges them
   * @param batch only its maximum length matters
   * @param pipeline only its window matters
   * @param outstanding of one session
   */
  public static YardstickServers skeleton(
      Children children,
      int replicas,
      boolean isDurable,
      BatchSettings batch,
      PipelineSettings pipeline,
      int answerBytes,
      int outstanding)
      throws InterruptedException {
    List<Integer> ports = FreePorts.find(replicas);
    Path folder = children.file("").getParent();
    List<String> directories = new ArrayList<>();
    for (int replica = 0; replica < replicas; replica++) {
      directories.add(isDurable ? children.folderIn(folder).toString() : "");
    }
    List<Object> further = new ArrayList<>();
    further.addAll(List.of(batch.maxBytes(), pipeline.window(), directories.get(0)));
    further.addAll(ports.subList(1, replicas));
    return start(children, "skeleton", ports, answerBytes, outstanding, further, directories);
  }

  /** The first port is for clients, and the last process serves them. */
  private static YardstickServers start(
      Children children,
      String cluster,
      List<Integer> ports,
      int answerBytes,
      int outstanding,
      List<?> further,
      List<String> directories)
      throws InterruptedException {
    Target target = new Target(cluster, "127.0.0.1:" + ports.get(0), answerBytes);
    YardstickServers servers = new YardstickServers(children, target);
    List<Object> leader = new ArrayList<>();
    leader.addAll(List.of(ports.get(0), cluster, answerBytes, outstanding));
    leader.addAll(further);
    try {
      for (int replica = 1; replica < ports.size(); replica++) {
        int port = ports.get(replica);
        servers.start(cluster + " follower " + port, List.of(port, directories.get(replica)));
      }
      for (Child follower : servers.processes) {
        follower.awaitReady(START_PATIENCE);
      }
      servers.start(cluster + " leader", leader);
      servers.leader().awaitReady(START_PATIENCE);
    } catch (InterruptedException | RuntimeException failure) {
      servers.close();
      throw failure;
    }
    return servers;
  }

  private void start(String name, List<?> arguments) {
    List<String> text = arguments.stream().map(String::valueOf).toList();
    processes.add(children.start(name, YardstickProcess.class, text));
  }

  @Override
  public Target target() {
    return target;
  }

  @Override
  public List<Child> processes() {
    return List.copyOf(processes);
  }

  @Override
  public Child leader() {
    return processes.get(processes.size() - 1);
  }

  @Override
  public void close() {
    children.end(processes);
  }
}
