package io.synod.examples.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The operating system's side of a cluster: processes and signals. Thread-safe. */
final class ReplicaProcesses implements AutoCloseable {
  private static final long END_SECONDS_MAX = 10;

  // The last process of each replica, null before the first.
  private final Process[] processes;
  private final BitSet killed = new BitSet();
  private boolean closed;

  ReplicaProcesses(int replicas) {
    processes = new Process[replicas];
  }

  /**
   * Starts the replica, with this JVM's Java and class path, once its last process has gone.
   *
   * @param arguments for Java, from the main class on
   * @param log is appended to
   */
  synchronized void start(int id, List<String> javaOptions, List<String> arguments, File log)
      throws IOException {
    if (closed) {
      throw new IOException("the cluster is closed");
    }
    if (processes[id] != null) {
      if (processes[id].isAlive() && !killed.get(id)) {
        throw new IOException("replica %d still runs: kill it first".formatted(id));
      }
      awaitEnd(processes[id]);
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(javaOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    processes[id] = builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log)).start();
    killed.clear(id);
  }

  synchronized boolean isAlive(int id) {
    return processes[id] != null && processes[id].isAlive();
  }

  /** The first replica that has ended and was not killed here, -1 if there is none. */
  synchronized int endedByItself() {
    for (int id = 0; id < processes.length; id++) {
      if (processes[id] != null && !processes[id].isAlive() && !killed.get(id)) {
        return id;
      }
    }
    return -1;
  }

  /** Ends the replica without any warning to it (SIGKILL). */
  synchronized void kill(int id) {
    killed.set(id);
    processes[id].destroyForcibly();
  }

  /** Waits until the replica's process, which was killed, has gone. */
  synchronized void awaitEnd(int id) {
    awaitEnd(processes[id]);
  }

  synchronized Process process(int id) {
    return processes[id];
  }

  /** Sends a signal, by its name. */
  void signal(int id, String name) throws IOException, InterruptedException {
    long pid = process(id).pid();
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).inheritIO().start();
    if (!kill.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS) || kill.exitValue() != 0) {
      throw new IOException("cannot send SIG%s to process %d".formatted(name, pid));
    }
  }

  /** Kills all that still run and waits until they have gone. */
  @Override
  public synchronized void close() {
    closed = true;
    for (Process process : processes) {
      if (process != null) {
        process.destroyForcibly();
      }
    }
    for (Process process : processes) {
      if (process != null) {
        awaitEnd(process);
      }
    }
  }

  private static void awaitEnd(Process process) {
    process.onExit().orTimeout(END_SECONDS_MAX, TimeUnit.SECONDS).join();
  }
}
