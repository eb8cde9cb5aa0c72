package io.synod.benchmarks.limit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One bash that sends signals with its builtin {@code kill}, so that a signal needs no process.
 * When its input ends, even by this process' death, the shell continues all stopped processes. For
 * one thread at a time.
 */
final class SignalShell implements AutoCloseable {
  // Ctrl-C reaches the whole process group, but the shell is still needed then.
  private static final String SCRIPT =
      "trap '' INT TERM HUP;"
          + " while read -r line; do kill -$line; done 2> /dev/null; kill -CONT \"$@\" 2> /dev/null";

  private final Process bash;
  private final Writer lines;

  private SignalShell(Process bash) {
    this.bash = bash;
    lines = bash.outputWriter();
  }

  /**
   * @param charges the processes to continue at the end
   */
  static SignalShell start(List<Long> charges) throws IOException {
    List<String> command = new ArrayList<>(List.of("bash", "-c", SCRIPT, "bash"));
    charges.forEach(pid -> command.add(String.valueOf(pid)));
    return new SignalShell(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start());
  }

  void stop(List<Long> pids) {
    send("STOP", pids);
  }

  void go(List<Long> pids) {
    send("CONT", pids);
  }

  private void send(String signal, List<Long> pids) {
    if (pids.isEmpty()) {
      return;
    }
    try {
      lines.write(
          signal + pids.stream().map(pid -> " " + pid).collect(Collectors.joining()) + "\n");
      lines.flush();
    } catch (IOException ended) {
      throw new UncheckedIOException("the shell that sends signals has ended", ended);
    }
  }

  /** Waits until all processes have been continued. */
  @Override
  public void close() {
    try {
      lines.close();
    } catch (IOException ended) {
      // The shell's end has continued the processes.
    }
    bash.onExit().join();
  }
}
