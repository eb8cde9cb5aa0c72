package io.synod.storage.directory;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Another process that opens a directory: it holds it until its input ends, or says why it may not
 * have it.
 */
final class DirectoryUser implements AutoCloseable {
  private static final String HELD = "held with nonce ";

  private final OtherProcess process;

  private DirectoryUser(OtherProcess process) {
    this.process = process;
  }

  static DirectoryUser start(Path directory) throws IOException, URISyntaxException {
    return new DirectoryUser(OtherProcess.start(DirectoryUser.class, directory));
  }

  long pid() {
    return process.pid();
  }

  boolean holds() {
    return process.answer() != null && process.answer().startsWith(HELD);
  }

  /** Why it may not have the directory. */
  String refusal() {
    return holds() ? null : process.answer();
  }

  void kill() {
    process.kill();
  }

  @Override
  public void close() throws IOException {
    process.close();
  }

  /** One argument: the directory. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (ReplicaDirectory held =
        ReplicaDirectory.open(Path.of(arguments[0]), Directories.IDENTITY, () -> 2)) {
      Files.writeString(held.journal().resolve("0000000000000001.journal"), "a vote");
      out.println(HELD + held.nonce());
      OtherProcess.awaitEndOfInput();
    } catch (DirectoryException refused) {
      out.println(refused.getMessage());
    }
  }
}
