package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.process.ThisJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process of the command; killed, if it has not ended, when it is closed. */
public final class ReplicaProcess implements AutoCloseable {
  private static final long SECONDS_MAX = 60;

  private final Process process;

  private ReplicaProcess(Process process) {
    this.process = process;
  }

  /** Starts the command with these arguments. */
  public static ReplicaProcess start(List<String> arguments) throws IOException {
    // Short lives: what compiles best costs more than it saves. One that closes well ends with 0,
    // however slow the machine is.
    List<String> options =
        List.of(
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dsynod.process.close-millis=50000");
    List<String> command = new ArrayList<>(ThisJvm.command(options));
    command.add(SynodCommand.class.getName());
    command.addAll(arguments);
    return new ReplicaProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /** Starts replica 0 of a configuration. */
  public static ReplicaProcess replica(Path config, Class<?> service) throws IOException {
    return replica(config, 0, service);
  }

  public static ReplicaProcess replica(Path config, int id, Class<?> service, String... further)
      throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("replica", "--config", config.toString(), "--id", String.valueOf(id)));
    arguments.addAll(List.of("--service", service.getName()));
    arguments.addAll(List.of(further));
    return start(arguments);
  }

  public long pid() {
    return process.pid();
  }

  /** Asks it to end: SIGTERM. */
  public void terminate() {
    process.destroy();
  }

  public boolean endsWithin(long millis) throws InterruptedException {
    return process.waitFor(millis, TimeUnit.MILLISECONDS);
  }

  /** Waits until it has ended. */
  public int exitCode() throws InterruptedException {
    if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
      throw new AssertionError("the process does not end");
    }
    return process.exitValue();
  }

  /** Reads until {@code text} comes, and gives what came. Fails if the output ends before. */
  public String readUntil(String text) throws Exception {
    StringBuffer output = new StringBuffer();
    if (!comes(text, output)) {
      throw new AssertionError(
          "the process has ended without \"%s\", but said:%n%s".formatted(text, output));
    }
    return output.toString();
  }

  /** Reads to the end of the output. */
  public String readAll() throws Exception {
    StringBuffer output = new StringBuffer();
    comes(null, output);
    return output.toString();
  }

  /** Whether the text comes before the output ends; null for a text that never comes. */
  private boolean comes(String text, StringBuffer output) throws Exception {
    // Reading a pipe cannot be interrupted: it ends when the process does.
    CompletableFuture<Boolean> reading =
        CompletableFuture.supplyAsync(() -> comes(text, process.inputReader(), output));
    try {
      return reading.get(SECONDS_MAX, TimeUnit.SECONDS);
    } catch (TimeoutException late) {
      throw new AssertionError(
          "the process %s within %d s, and said:%n%s"
              .formatted(
                  text == null ? "does not end" : "does not say \"" + text + "\"",
                  SECONDS_MAX,
                  output));
    }
  }

  /**
   * Waits until it holds. Fails with what the process has said if that ends before, or if it takes
   * too long.
   */
  public void await(String what, FileCluster.Condition condition) throws Exception {
    try {
      FileCluster.await(what, () -> !process.isAlive() || condition.holds());
      assertThat(process.isAlive()).as("the process waits for %s", what).isTrue();
    } catch (AssertionError late) {
      // What it has said can still be read, as it cannot once the process itself destroys it.
      process.toHandle().destroyForcibly();
      String said = readAll();
      throw new AssertionError(
          "%s; the process has ended with %d and said:%n%s".formatted(what, exitCode(), said),
          late);
    }
  }

  private static boolean comes(String text, BufferedReader reader, StringBuffer output) {
    try {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        output.append(line).append('\n');
        if (text != null && line.contains(text)) {
          return true;
        }
      }
      return false;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
