package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Target;
import java.time.Duration;
import java.util.List;

/** What a load is measured against: some processes, one of which does the clients' work. */
public interface Servers extends AutoCloseable {
  /** From the start of a process until it listens, and until a leader is known. */
  Duration START_PATIENCE = Duration.ofSeconds(30);

  Target target();

  /** What loads them: a process of {@link LoadProcess#run}. */
  default Program load() {
    return Program.of(LoadProcess.class);
  }

  List<Child> processes();

  /**
   * The process that the clients talk to: the leader of a cluster. Waits until there is one.
   *
   * @throws ProcessFailure if there is none for long
   */
  Child leader() throws InterruptedException;

  /** Requests refused with BUSY since the start, by all processes. */
  long busy() throws InterruptedException;

  /** What the leader's journal has done since its start; nothing where there is no journal. */
  JournalUse journal() throws InterruptedException;

  @Override
  void close();
}
