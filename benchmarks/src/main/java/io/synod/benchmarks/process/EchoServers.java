package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Target;
import io.synod.process.Child;
import io.synod.process.Children;
import io.synod.replica.config.FreePorts;
import java.util.List;

/** The echo in a process of its own. */
public final class EchoServers implements ChildServers {
  private static final String CLUSTER = "echo";

  private final Children children;
  private final Target target;
  private final Child echo;

  private EchoServers(Children children, Target target, Child echo) {
    this.children = children;
    this.target = target;
    this.echo = echo;
  }

  /**
   * @param outstanding of one session
   */
  public static EchoServers start(Children children, int answerBytes, int outstanding)
      throws InterruptedException {
    int port = FreePorts.find(1).get(0);
    Child echo =
        children.start(
            "echo",
            EchoProcess.class,
            List.of(
                CLUSTER,
                String.valueOf(port),
                String.valueOf(answerBytes),
                String.valueOf(outstanding)));
    echo.awaitReady(START_PATIENCE);
    return new EchoServers(children, new Target(CLUSTER, "127.0.0.1:" + port, answerBytes), echo);
  }

  @Override
  public Target target() {
    return target;
  }

  @Override
  public List<Child> processes() {
    return List.of(echo);
  }

  @Override
  public Child leader() {
    return echo;
  }

  @Override
  public void close() {
    children.end(List.of(echo));
  }
}
