package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Target;
import io.synod.core.settings.BatchLimits;
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

  // Where the skeleton's processes write; deleted at the end.
  private final List<Path> folders;

  private YardstickServers(Children children, Target target, List<Path> folders) {
    this.children = children;
    this.folders = folders;
    this.target = target;
  }

  /**
   * @param outstanding of one session
   */
  public static YardstickServers echo(Children children, int answerBytes, int outstanding)
      throws InterruptedException {
    List<Integer> ports = FreePorts.find(1);
    Target target = target("echo", ports, answerBytes);
    YardstickServers servers = new YardstickServers(children, target, List.of());
    servers.startAll(ports, outstanding, List.of(), List.of(""));
    return servers;
  }

  /**
   * @param replicas the leader included
   * @param isDurable whether each of them writes batches to its disk before it acknowledges them
   * @param limits batch size and window
   * @param outstanding of one session
   */
  public static YardstickServers skeleton(
      Children children,
      int replicas,
      boolean isDurable,
      BatchLimits limits,
      int answerBytes,
      int outstanding)
      throws InterruptedException {
    List<Integer> ports = FreePorts.find(replicas);
    List<Path> folders = new ArrayList<>();
    List<String> directories = new ArrayList<>();
    for (int replica = 0; replica < replicas; replica++) {
      if (isDurable) {
        folders.add(children.folderIn(children.file("").getParent()));
      }
      directories.add(isDurable ? folders.get(replica).toString() : "");
    }
    List<Object> further = new ArrayList<>();
    further.addAll(List.of(limits.maxBytes(), limits.window(), directories.get(0)));
    further.addAll(ports.subList(1, replicas));
    Target target = target("skeleton", ports, answerBytes);
    YardstickServers servers = new YardstickServers(children, target, folders);
    servers.startAll(ports, outstanding, further, directories);
    return servers;
  }

  /** The first port is for clients. */
  private static Target target(String cluster, List<Integer> ports, int answerBytes) {
    return new Target(cluster, "127.0.0.1:" + ports.get(0), answerBytes);
  }

  /**
   * The last process that is started serves the clients.
   *
   * @param further arguments of that process
   */
  private void startAll(
      List<Integer> ports, int outstanding, List<?> further, List<String> directories)
      throws InterruptedException {
    String cluster = target.cluster();
    List<Object> leader = new ArrayList<>();
    leader.addAll(List.of(ports.get(0), cluster, target.answerBytes(), outstanding));
    leader.addAll(further);
    try {
      for (int replica = 1; replica < ports.size(); replica++) {
        int port = ports.get(replica);
        start(cluster + " follower " + port, List.of(port, directories.get(replica)));
      }
      for (Child follower : processes) {
        follower.awaitReady(START_PATIENCE);
      }
      start(cluster + " leader", leader);
      leader().awaitReady(START_PATIENCE);
    } catch (InterruptedException | RuntimeException failure) {
      close();
      throw failure;
    }
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
    folders.forEach(children::delete);
  }
}
