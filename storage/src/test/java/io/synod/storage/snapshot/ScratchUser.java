package io.synod.storage.snapshot;

import io.synod.core.check.Check;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another process with a snapshot in a {@link ScratchStore}, until its input ends. */
final class ScratchUser implements AutoCloseable {
  private final Process process;

  private ScratchUser(Process process) throws IOException {
    this.process = process;
    Check.that("ready".equals(process.inputReader().readLine()), "the other process has failed");
  }

  static ScratchUser start(Path parent) throws IOException, URISyntaxException {
    return new ScratchUser(
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                String.join(
                    System.getProperty("path.separator"),
                    List.of(home(ScratchUser.class), home(ScratchStore.class), home(Check.class))),
                ScratchUser.class.getName(),
                parent.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  private static String home(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  void kill() {
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

  /** One argument: where its directory is made. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (ScratchStore scratch = new ScratchStore(Path.of(arguments[0]), Snapshots.SELF)) {
      Snapshots.publish(scratch.store(), 1);
      out.println("ready");
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    }
  }
}
