package io.synod.storage.directory;

import io.synod.core.check.Check;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another process that runs one class of the tests, writes one line, and ends with its input. */
public final class OtherProcess implements AutoCloseable {
  private final Process process;
  private final String answer;

  private OtherProcess(Process process) throws IOException {
    this.process = process;
    answer = process.inputReader(StandardCharsets.UTF_8).readLine();
  }

  /**
   * Returns once it has written its line, or has ended.
   *
   * @param main its main method gets {@code directory} as its one argument
   */
  public static OtherProcess start(Class<?> main, Path directory)
      throws IOException, URISyntaxException {
    return new OtherProcess(
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                String.join(
                    System.getProperty("path.separator"),
                    List.of(home(main), home(ReplicaDirectory.class), home(Check.class))),
                main.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  private static String home(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  /** In the other process: returns when {@link #close} is called. */
  public static void awaitEndOfInput() throws IOException {
    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
  }

  /** Its line; null if it has ended without one. */
  public String answer() {
    return answer;
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    awaitEnd();
  }

  private void awaitEnd() {
    process.onExit().orTimeout(20, TimeUnit.SECONDS).join();
  }
}
