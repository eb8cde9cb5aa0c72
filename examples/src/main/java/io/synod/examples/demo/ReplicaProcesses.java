package io.synod.examples.demo;

import io.synod.examples.kv.KvMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The operating system's side of a cluster: processes, signals, files. Thread-safe. */
final class ReplicaProcesses implements AutoCloseable {
  private static final long END_SECONDS_MAX = 5;

  private final Path directory;
  private final List<Process> processes = new ArrayList<>();
  private final BitSet killed = new BitSet();
  private boolean closed;

  ReplicaProcesses(Path directory) {
    this.directory = directory;
  }

  /** Where configuration and logs are. */
  Path directory() {
    return directory;
  }

  /** Starts the next replica, with this JVM's Java and class path. */
  synchronized void launch(Path config, int redisPort) throws IOException {
    if (closed) {
      throw new IOException("the cluster is closed");
    }
    int id = processes.size();
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>(List.of(java, "-Xmx1g", "-XX:+ExitOnOutOfMemoryError"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(KvMain.class.getName(), config.toString()));
    command.addAll(List.of(Integer.toString(id), Integer.toString(redisPort)));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    processes.add(builder.redirectOutput(log(id).toFile()).start());
  }

  /** What the replica has written to its standard output and error. */
  Path log(int id) {
    return directory.resolve("replica-" + id + ".log");
  }

  synchronized boolean isAlive(int id) {
    return processes.get(id).isAlive();
  }

  /**
   * @throws IOException if a replica has ended that was not killed here
   */
  synchronized void checkAlive() throws IOException {
    for (int id = 0; id < processes.size(); id++) {
      Process process = processes.get(id);
      if (!process.isAlive() && !killed.get(id)) {
        throw new IOException(
            "replica %d has ended with exit code %d".formatted(id, process.exitValue()));
      }
    }
  }

  /** Ends the replica without any warning to it (SIGKILL). */
  synchronized void kill(int id) {
    killed.set(id);
    processes.get(id).destroyForcibly();
  }

  /** Stops the replica from running at all, as a long pause does, until {@link #resume}. */
  void pause(int id) throws IOException, InterruptedException {
    signal(id, "STOP");
  }

  /** Lets a paused replica run again. */
  void resume(int id) throws IOException, InterruptedException {
    signal(id, "CONT");
  }

  private void signal(int id, String name) throws IOException, InterruptedException {
    long pid = pid(id);
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).inheritIO().start();
    if (!kill.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS) || kill.exitValue() != 0) {
      throw new IOException("cannot send SIG%s to process %d".formatted(name, pid));
    }
  }

  synchronized long pid(int id) {
    return processes.get(id).pid();
  }

  /** Kills all that still run and waits until they have gone. */
  @Override
  public synchronized void close() {
    closed = true;
    processes.forEach(Process::destroyForcibly);
    for (Process process : processes) {
      process.onExit().orTimeout(END_SECONDS_MAX, TimeUnit.SECONDS).join();
    }
  }

  /** Deletes configuration and logs. */
  void deleteFiles() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
