package io.synod.storage.directory;

import io.synod.core.check.Check;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Another process that opens a directory: it holds it until its input ends, or says why it may not
 * have it.
 */
final class DirectoryUser implements AutoCloseable {
  private static final String HELD = "held with nonce ";

  private final Process process;
  private final String answer;

  private DirectoryUser(Process process) throws IOException {
    this.process = process;
    answer = process.inputReader(StandardCharsets.UTF_8).readLine();
  }

  static DirectoryUser start(Path directory) throws IOException, URISyntaxException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                String.join(
                    System.getProperty("path.separator"),
                    List.of(
                        home(DirectoryUser.class),
                        home(ReplicaDirectory.class),
                        home(Check.class))),
                DirectoryUser.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new DirectoryUser(process);
  }

  private static String home(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  long pid() {
    return process.pid();
  }

  boolean holds() {
    return answer != null && answer.startsWith(HELD);
  }

  /** Why it may not have the directory. */
  String refusal() {
    return holds() ? null : answer;
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

  /** One argument: the directory. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (ReplicaDirectory held =
        ReplicaDirectory.open(Path.of(arguments[0]), Directories.IDENTITY, () -> 2)) {
      Files.writeString(held.journal().resolve("0000000000000001.journal"), "a vote");
      out.println(HELD + held.nonce());
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    } catch (DirectoryException refused) {
      out.println(refused.getMessage());
    }
  }
}
