package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.process.ThisJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProcessLifeTest {

  /** A process whose replica fails to start, and with no exception. */
  static final class Failing {
    private Failing() {}

    public static void main(String[] arguments) {
      ProcessLife life = ProcessLife.serving("replica");
      life.run(
          () -> {
            throw new NoClassDefFoundError("no/such/Library");
          },
          new PrintWriter(System.err, true));
    }
  }

  @Test
  void an_error_at_the_start_ends_the_process_with_1() throws Exception {
    Process process = start(Failing.class);
    try {
      process.getInputStream().transferTo(OutputStream.nullOutputStream());
      assertThat(process.waitFor()).isEqualTo(1);
    } finally {
      process.destroyForcibly();
    }
  }

  private static Process start(Class<?> main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(ThisJvm.command(List.of("-XX:TieredStopAtLevel=1")));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** A process whose start does not return. */
  static final class Starting {
    private Starting() {}

    public static void main(String[] arguments) {
      boolean serves = arguments[0].equals("serves");
      ProcessLife life =
          serves ? ProcessLife.serving("replica") : ProcessLife.doing("backup", () -> "not whole");
      life.run(
          () -> {
            System.out.println("begun");
            new CompletableFuture<Void>().join();
            return null;
          },
          new PrintWriter(System.err, true));
    }
  }

  /** Prints a line when its process begins to wait for it. */
  private static final class AnnouncedWait extends CompletableFuture<Void> {

    @Override
    public Void join() {
      System.out.println("begun");
      return super.join();
    }
  }

  /** A process whose replica never closes, or closes with its backup not whole. */
  static final class Closing {
    private Closing() {}

    public static void main(String[] arguments) {
      CompletableFuture<Void> closed = new AnnouncedWait();
      PrintWriter out = new PrintWriter(System.out, true);
      if (arguments[0].equals("never")) {
        ProcessLife.serving("replica").run(() -> new ProcessLife.Running(closed, () -> {}), out);
      } else {
        ProcessLife.doing("backup", () -> "not whole")
            .run(
                () -> new ProcessLife.Running(closed, () -> closed.complete(null), () -> false),
                out);
      }
    }
  }

  @Test
  void a_process_that_ends_too_early_or_too_late_says_so() throws Exception {
    assertThat(terminated(start(Closing.class, "early")))
        .isEqualTo("143 synod: interrupted: not whole");
    assertThat(terminated(start(Closing.class, "never")))
        .startsWith("1 synod: the replica has not closed within ");
  }

  /** A process whose backup fails when it is closed. */
  static final class FailingAtItsEnd {
    private FailingAtItsEnd() {}

    public static void main(String[] arguments) {
      CompletableFuture<Void> closed = new AnnouncedWait();
      Runnable close = () -> closed.completeExceptionally(new IOException("no space for slots"));
      ProcessLife.doing("backup", () -> "not whole")
          .run(() -> new ProcessLife.Running(closed, close), new PrintWriter(System.out, true));
    }
  }

  @Test
  void termination_at_the_start_interrupts_only_a_command_with_a_task() throws Exception {
    assertThat(terminated(start(Starting.class, "serves"))).isEqualTo("0 ");
    assertThat(terminated(start(Starting.class, "backup")))
        .isEqualTo("143 synod: interrupted: not whole");
  }

  @Test
  void a_command_that_fails_when_closed_ends_with_1_and_the_reason() throws Exception {
    assertThat(terminated(start(FailingAtItsEnd.class)))
        .isEqualTo("1 synod: the backup stopped: no space for slots");
  }

  /** As when its directory was deleted. */
  @Test
  void an_exception_that_names_only_a_file_gets_words() {
    StringWriter said = new StringWriter();
    IOException gone = new NoSuchFileException("data/replica-2/snapshots");
    CompletableFuture<Void> closed = CompletableFuture.failedFuture(gone);
    int code =
        ProcessLife.serving("replica")
            .run(() -> new ProcessLife.Running(closed, () -> {}), new PrintWriter(said));
    assertThat(code).isEqualTo(1);
    assertThat(said.toString())
        .isEqualToNormalizingNewlines(
            "synod: the replica stopped: data/replica-2/snapshots does not exist, or cannot be"
                + " made\n");
  }

  /** A process that waits for a change of the cluster. */
  static final class Changing {
    private Changing() {}

    public static void main(String[] arguments) throws Exception {
      PrintWriter out = new PrintWriter(System.out, true);
      if (arguments[0].equals("changing")) {
        UnfinishedChange.await(() -> new AnnouncedWait().join(), out);
      } else {
        UnfinishedChange.await(() -> null, out);
        new AnnouncedWait().join();
      }
    }
  }

  @Test
  void a_change_that_is_terminated_says_that_it_may_be_made_and_one_that_is_made_does_not()
      throws Exception {
    assertThat(terminated(start(Changing.class, "changing")))
        .isEqualTo(
            "143 synod: interrupted: the change may be made all the same; the same command, repeated,"
                + " says whether it was");
    assertThat(terminated(start(Changing.class, "made"))).isEqualTo("143 ");
  }

  /** The exit code and what it said, of a process that gets SIGTERM once it has begun. */
  private static String terminated(Process process) throws Exception {
    try (BufferedReader out = process.inputReader()) {
      assertThat(out.readLine()).isEqualTo("begun");
      process.toHandle().destroy();
      String said = out.lines().collect(Collectors.joining());
      return process.waitFor() + " " + said;
    } finally {
      process.destroyForcibly();
    }
  }
}
