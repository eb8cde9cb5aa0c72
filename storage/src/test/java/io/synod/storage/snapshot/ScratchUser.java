package io.synod.storage.snapshot;

import io.synod.core.check.Check;
import io.synod.storage.directory.OtherProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The main class of another process with a snapshot in a {@link ScratchStore}. */
final class ScratchUser {
  private static final String READY = "ready";

  private ScratchUser() {}

  static OtherProcess start(Path parent) throws IOException, URISyntaxException {
    OtherProcess process = OtherProcess.start(ScratchUser.class, parent);
    Check.that(READY.equals(process.answer()), "the other process has failed");
    return process;
  }

  /** One argument: where its directory is made. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (ScratchStore scratch = new ScratchStore(Path.of(arguments[0]), Snapshots.SELF)) {
      Snapshots.publish(scratch.store(), 1);
      out.println(READY);
      OtherProcess.awaitEndOfInput();
    }
  }
}
