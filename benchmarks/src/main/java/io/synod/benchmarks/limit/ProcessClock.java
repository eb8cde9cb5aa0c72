package io.synod.benchmarks.limit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The CPU time of a process in nanoseconds. It is the sum over the threads, since the process' own
 * counter has steps of 10 ms. Threads that were idle lately are read rarely, so that a reading
 * costs microseconds. For one thread.
 */
final class ProcessClock implements AutoCloseable {
  private static final long REFRESH_NANOS = 100_000_000;
  private static final int SCHEDSTAT_BYTES_MAX = 128;

  private final long pid;
  private final Path tasks;
  private final ByteBuffer buffer = ByteBuffer.allocate(SCHEDSTAT_BYTES_MAX);
  private final Map<Path, Task> known = new HashMap<>();
  private List<Task> busy = new ArrayList<>();
  private long endedNanos;
  private long refreshedNanos;

  /**
   * @throws IOException if this system does not report it, or there is no such process
   */
  ProcessClock(long pid) throws IOException {
    this.pid = pid;
    tasks = Path.of("/proc", String.valueOf(pid), "task");
    refresh();
  }

  private static final class Task {
    private final FileChannel schedstat;
    private long nanos;

    Task(FileChannel schedstat) {
      this.schedstat = schedstat;
    }
  }

  long pid() {
    return pid;
  }

  /** The CPU time of the process; the last reading once it has ended. */
  long nanos() {
    try {
      if (System.nanoTime() - refreshedNanos > REFRESH_NANOS) {
        refresh();
      } else {
        for (Task task : busy) {
          read(task);
        }
      }
    } catch (IOException ended) {
      // A thread or the process has ended; the next refresh finds out which.
      busy.clear();
    }
    return endedNanos + known.values().stream().mapToLong(task -> task.nanos).sum();
  }

  private void refresh() throws IOException {
    refreshedNanos = System.nanoTime();
    Map<Path, Task> gone = new HashMap<>(known);
    List<Task> used = new ArrayList<>();
    try (Stream<Path> threads = Files.list(tasks)) {
      for (Path thread : threads.toList()) {
        Task task = gone.remove(thread);
        if (task == null) {
          task = new Task(FileChannel.open(thread.resolve("schedstat"), StandardOpenOption.READ));
          known.put(thread, task);
        }
        long before = task.nanos;
        read(task);
        if (task.nanos > before) {
          used.add(task);
        }
      }
    }
    for (Map.Entry<Path, Task> ended : gone.entrySet()) {
      endedNanos += ended.getValue().nanos;
      ended.getValue().schedstat.close();
      known.remove(ended.getKey());
    }
    busy = used;
  }

  private void read(Task task) throws IOException {
    buffer.clear();
    int length = task.schedstat.read(buffer, 0);
    String text = new String(buffer.array(), 0, length, StandardCharsets.US_ASCII);
    task.nanos = Long.parseLong(text.substring(0, text.indexOf(' ')));
  }

  @Override
  public void close() {
    for (Task task : known.values()) {
      try {
        task.schedstat.close();
      } catch (IOException unread) {
        // The file was only read.
      }
    }
  }
}
