package io.synod.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.SynodClient;
import io.synod.replica.config.SynodConfig;
import io.synod.service.ServiceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command on three replicas whose service throws at a request. */
@Timeout(120)
class SkipCommandTest {
  private static final Pattern WAITS =
      Pattern.compile("service threw at request (\\d+) of slot (\\d+)");

  @TempDir private Path folder;
  private RunningReplicas replicas;
  private SynodClient client;

  private static byte[] execute(ByteBuffer request) {
    String text = UTF_8.decode(request).toString();
    if (text.equals("poison")) {
      throw new IllegalStateException("cannot \"take\"\nthis");
    }
    return text.getBytes(UTF_8);
  }

  @BeforeEach
  void start() throws IOException {
    String settings = "service.on-exception = stop\n";
    replicas = new RunningReplicas(folder, settings, SkipCommandTest::execute);
    client = replicas.client;
  }

  @AfterEach
  void end() {
    replicas.close();
  }

  private CommandRun skip(Object slot, Object request) {
    return CommandRun.of(
        "skip",
        "--config",
        replicas.file.toString(),
        "--slot",
        String.valueOf(slot),
        "--request",
        String.valueOf(request),
        "--timeout",
        "20s");
  }

  @Test
  void there_is_no_request_with_a_negative_number() {
    CommandRun.of("skip", "--config", replicas.file.toString(), "--slot=-1", "--request=-1")
        .assertFailed(2, "--slot and --request are 0 or more, not -1 and -1");
  }

  @Test
  void the_cluster_goes_on_behind_the_request() throws Exception {
    assertThat(client.execute("one".getBytes(UTF_8))).isEqualTo("one".getBytes(UTF_8));
    assertThat(skip(0, 0).err())
        .contains("no replica that answers waits at request 0 of slot 0, so nothing was skipped");
    CompletableFuture<byte[]> poison = client.send("poison".getBytes(UTF_8));
    Matcher waiting = null;
    int found = 0;
    while (found < 3) {
      CommandRun status = CommandRun.of("status", "--config", replicas.file.toString());
      waiting = WAITS.matcher(status.out());
      found = (int) waiting.results().count();
      assertThat(found == 0 || status.exitCode() == 1).isTrue();
    }
    waiting.reset();
    assertThat(waiting.find()).isTrue();
    int request = Integer.parseInt(waiting.group(1));
    long slot = Long.parseLong(waiting.group(2));
    assertThat(skip(slot, request + 1).err())
        .contains("nothing was skipped")
        .contains(
            "replica 2 executes nothing: its service threw at request %d of slot %d: java.lang.IllegalStateException: cannot \"take\" this"
                .formatted(request, slot));
    assertThat(poison).isNotDone();
    assertThat(CommandRun.of("explain", "--config", replicas.file.toString()).out())
        .contains(
            "What limits it:  The service, which threw at request %d of slot %d and executes nothing more: java.lang.IllegalStateException: cannot \"take\" this"
                .formatted(request, slot),
            "What would help: synod skip --config FILE --slot %d --request %d; the log says whether to mend the service instead."
                .formatted(slot, request))
        .doesNotContain("There is no load");
    CommandRun run = skip(slot, request);
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("replica 0 goes on: it has executed the slots before ")
        .contains("replica 1 goes on")
        .contains("replica 2 goes on");
    assertThat(run.exitCode()).isZero();
    assertThatThrownBy(() -> poison.get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("which was skipped: slot %d, request %d", slot, request);
    assertThat(client.execute("two".getBytes(UTF_8))).isEqualTo("two".getBytes(UTF_8));
  }

  @Test
  void a_backup_that_waits_for_it_says_so() throws Exception {
    CompletableFuture<byte[]> poison = client.send("poison".getBytes(UTF_8));
    Matcher waiting = WAITS.matcher("");
    while (!waiting.find()) {
      waiting = WAITS.matcher(CommandRun.of("status", "--config", replicas.file.toString()).out());
    }
    String to = folder.resolve("backup").toString();
    StringWriter said = new StringWriter();
    CommandLine command = SynodCommand.commandLine().setOut(new PrintWriter(said));
    CompletableFuture<Integer> backup =
        CompletableFuture.supplyAsync(
            () -> command.execute("backup", "--config", replicas.file.toString(), "--to", to));
    String waits = "a backup that needs a new snapshot waits until 'synod skip'";
    FileCluster.await(waits, () -> said.toString().contains(waits));
    assertThat(backup).isNotDone();
    assertThat(skip(waiting.group(2), waiting.group(1)).exitCode()).isZero();
    assertThat(backup).succeedsWithin(Duration.ofSeconds(60)).isEqualTo(0);
    assertThat(said.toString()).contains("holds a snapshot of all slots before");
    assertThat(poison).failsWithin(Duration.ofSeconds(60));
  }

  private static String status(int replica, boolean isHalted) {
    String halted = "{\"slot\":5,\"request\":0,\"exception\":\"poison\"}";
    return "{\"cluster\":\"running\",\"replica\":%d,\"role\":\"%s\",\"executed\":6,\"halted\":%s}"
        .formatted(replica, replica == 0 ? "leader" : "follower", isHalted ? halted : "null");
  }

  /** A replica's status once the request was skipped. */
  @FunctionalInterface
  private interface Behind {
    String status(int replica) throws IOException;
  }

  /** Of replicas that wait at request 0 of slot 5 before. */
  private CommandRun skipped(String most, Behind behind) {
    SynodConfig config = SynodConfig.load(replicas.file, List.of());
    List<Integer> ports =
        config.cluster().replicas().stream().map(one -> one.client().getPort()).toList();
    AtomicBoolean isSent = new AtomicBoolean();
    StatusSource source =
        (address, timeout) -> {
          int replica = ports.indexOf(address.getPort());
          return isSent.get() ? behind.status(replica) : status(replica, true);
        };
    SkipCommand command =
        new SkipCommand(source, (leader, cluster, slot, request, timeout) -> isSent.set(true));
    return CommandRun.of(
        SynodCommand.withErrors(new CommandLine(command)),
        "--config",
        replicas.file.toString(),
        "--slot",
        "5",
        "--request",
        "0",
        "--timeout",
        most);
  }

  @Test
  void without_an_answer_nothing_is_said_of_the_request() {
    CommandRun run =
        CommandRun.of(
            "skip",
            "--config",
            replicas.file.toString(),
            "--set",
            "cluster.name=other",
            "--slot",
            "5",
            "--request",
            "0");
    assertThat(run.err())
        .contains(
            "no replica answers, so nothing was skipped; replica 0 does not answer: this is cluster"
                + " running: check the addresses; replica 1")
        .doesNotContain("waits");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void nothing_went_well_if_no_replica_answers_behind_the_skip() {
    CommandRun run =
        skipped(
            "500ms",
            replica -> {
              throw new IOException("timed out");
            });
    assertThat(run.out()).contains("replica 0 does not answer").contains("replica 2 does not");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void replicas_that_answer_late_are_awaited() {
    AtomicInteger asked = new AtomicInteger();
    CommandRun run =
        skipped(
            "60s",
            replica -> {
              if (asked.incrementAndGet() <= 3) {
                throw new IOException("timed out");
              }
              return status(replica, false);
            });
    assertThat(run.out()).contains("replica 1 goes on");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void the_error_for_wrong_options_names_them() {
    CommandRun.of("skip", "--config", replicas.file.toString()).assertFailed(2, "--slot");
    assertThat(skip("many", 0).exitCode()).isEqualTo(2);
    assertThat(CommandRun.of("skip", "--help").out()).contains("The log records it");
  }
}
