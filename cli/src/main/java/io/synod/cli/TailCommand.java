package io.synod.cli;

import io.synod.log.LogEntry;
import io.synod.log.LogListener;
import io.synod.log.LogSubscription;
import io.synod.log.SynodLog;
import io.synod.replica.config.SynodConfig;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints a cluster's decisions. */
@Command(
    name = "tail",
    showDefaultValues = true,
    description = {
      "Prints every request that a cluster decides, until Ctrl-C (exit code 0): slot and place in its batch,"
          + " session and sequence, length, and the beginning of the request.",
      "Switches to another replica when the one it follows is lost."
    })
final class TailCommand implements Callable<Integer> {
  private static final int SHOWN_BYTES = 48;

  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions config;

  @Option(
      names = "--from",
      paramLabel = "SLOT",
      description = "The first slot. Default: the next one that is decided.")
  private Long from;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "0",
      description = "Number of requests after which it ends; 0: no end.")
  private long count;

  @Override
  public Integer call() throws InterruptedException {
    if (from != null && from < 0 || count < 0) {
      throw new ParameterException(
          spec.commandLine(),
          "--from and --count are 0 or more, not %s and %d".formatted(from, count));
    }
    SynodConfig loaded = config.load();
    Printer printer = new Printer(spec.commandLine().getOut());
    String what = "subscription";
    ProcessLife life =
        count == 0 ? ProcessLife.serving(what) : ProcessLife.doing(what, printer::missing);
    try (SynodLog log =
        SynodLog.builder()
            .cluster(loaded.cluster().name())
            .replicas(loaded.cluster().clientAddresses())
            .maxFrameBytes(loaded.network().frameBytes())
            .build()) {
      LogSubscription subscription =
          log.subscribe(from == null ? SynodLog.FROM_NOW_ON : from, printer);
      CompletableFuture<Void> ended =
          CompletableFuture.anyOf(printer.done, subscription.closed()).thenAccept(any -> {});
      // A printer that waits for its reader is not to hold up the end.
      Runnable close = () -> printer.done.complete(null);
      return life.run(
          () -> new ProcessLife.Running(ended, close, printer::isDone),
          spec.commandLine().getErr());
    }
  }

  private final class Printer implements LogListener {
    final CompletableFuture<Void> done = new CompletableFuture<>();
    private final PrintWriter out;

    // A reader has seen no line that is not counted as written. One that is not flushed may be
    // lost.
    private volatile long written;
    private volatile long flushed;

    Printer(PrintWriter out) {
      this.out = out;
    }

    /** Whether all requests came that were asked for. */
    boolean isDone() {
      return flushed >= count;
    }

    String missing() {
      return "%d of %d requests were printed".formatted(written, count);
    }

    @Override
    public void onEntry(LogEntry entry) {
      if (done.isDone()) {
        return;
      }
      out.printf(
          "%d.%d  %016x %d  %d B  %s%n",
          entry.slot(),
          entry.index(),
          entry.session(),
          entry.sequence(),
          entry.payload().remaining(),
          shown(entry.payload()));
      written++;
      flush();
      if (++flushed == count) {
        done.complete(null);
      }
    }

    /** The line is all that is shown of a snapshot. */
    @Override
    public boolean wantsSnapshot(long next, long end) {
      out.printf("slots %d to %d are available only as a snapshot%n", Math.max(0, next), end - 1);
      flush();
      return false;
    }

    /** Ends the command if nobody reads its lines any more, as behind {@code head}. */
    private void flush() {
      if (out.checkError()) {
        done.complete(null);
      }
    }

    private String shown(ByteBuffer payload) {
      byte[] bytes = new byte[Math.min(SHOWN_BYTES, payload.remaining())];
      payload.get(payload.position(), bytes);
      String more = payload.remaining() > bytes.length ? "…" : "";
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      return text.replaceAll("[^ -~]", ".") + more;
    }
  }
}
