package io.synod.examples.demo;

import io.synod.examples.kv.cluster.KvReplicas;
import io.synod.examples.process.ProcessCluster;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * Starts three replica processes of the key-value service, lets clients write and read, and kills
 * and restarts the leader half way. Then it checks that no acknowledged write is lost, no request
 * is executed twice, and all three replicas have equal state.
 */
public final class Demo {
  private static final int REPLICAS = 3;
  private static final int SECONDS = 20;

  private final PrintStream out;
  private volatile boolean interrupted;

  private Demo(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] args) {
    System.exit(run());
  }

  /**
   * Runs for about half a minute and prints to standard output. Ends all its processes, and deletes
   * its files unless a check failed, also when this process is interrupted.
   *
   * @return the exit code: 0 if every check passed, 1 otherwise
   */
  public static int run() {
    return run(System.out, SECONDS);
  }

  static int run(PrintStream out, int seconds) {
    return new Demo(out).runFor(seconds);
  }

  private int runFor(int seconds) {
    out.printf("Starting %d replica processes of the key-value service%n", REPLICAS);
    try (ProcessCluster cluster = KvReplicas.create(REPLICAS, "durability = sync")) {
      Thread hook = new Thread(() -> interrupt(cluster), "demo-shutdown");
      Runtime.getRuntime().addShutdownHook(hook);
      boolean holds = holds(cluster, seconds);
      if (!interrupted) {
        Runtime.getRuntime().removeShutdownHook(hook);
        cleanUp(cluster, holds);
      }
      return holds ? 0 : 1;
    } catch (IOException e) {
      out.println("Failed: " + e.getMessage());
      return 1;
    }
  }

  private boolean holds(ProcessCluster cluster, int seconds) {
    try {
      cluster.start();
      Summary summary = new Scenario(cluster, out, seconds).run();
      summary.print(out);
      return summary.holds();
    } catch (Exception e) {
      if (!interrupted) {
        out.println("Failed: " + e);
      }
      return false;
    } finally {
      // Before the hook is removed: no process may be left running.
      cluster.close();
    }
  }

  /** The process was interrupted: ends and deletes the cluster. */
  private void interrupt(ProcessCluster cluster) {
    interrupted = true;
    cluster.close();
    cleanUp(cluster, true);
  }

  private void cleanUp(ProcessCluster cluster, boolean delete) {
    Path directory = cluster.directory();
    try {
      if (delete) {
        cluster.delete();
      } else {
        out.println("Configuration, logs and journals are left in " + directory);
      }
    } catch (IOException e) {
      out.println("Cannot delete " + directory + ": " + e.getMessage());
    }
  }
}
