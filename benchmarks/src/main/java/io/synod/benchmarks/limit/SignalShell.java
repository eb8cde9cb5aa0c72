package io.synod.benchmarks.limit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One bash that sends signals with its own {@code kill}, so that none costs a process. Whatever
 * becomes of this process, the shell continues all of its charges when its input ends. For one
 * thread at a time.
 */
final class SignalShell implements AutoCloseable {
  // Ctrl-C reaches the whole process group; the shell is still needed then.
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
   * @param charges that are continued in the end
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

  /** Waits until all have been continued. */
  @Override
  public void close() {
    try {
      lines.close();
    } catch (IOException ended) {
      // Its end has continued them.
    }
    bash.onExit().join();
  }
}
