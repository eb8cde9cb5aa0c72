package io.synod.benchmarks.limit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Stops a process that has used up its credit, and continues it when it has credit again. Credit
 * grows with time, up to the quota of a period. Use beyond the credit between two checks is a debt,
 * so that the share holds over time. Owns its thread, which alone accesses the accounts, and the
 * shell that sends its signals.
 */
final class Pauser implements CpuLimit {
  private static final long TICK_NANOS = 2_000_000;
  private static final long NANOS_PER_MICRO = 1_000;

  private final CpuShare share;
  private final SignalShell shell;
  private final List<Account> accounts = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "synod-bench-pauser");
  private volatile boolean closed;

  private Pauser(CpuShare share, SignalShell shell) {
    this.share = share;
    this.shell = shell;
    thread.setDaemon(true);
  }

  static CpuLimit on(List<Long> pids, CpuShare share) throws IOException {
    List<Account> accounts = new ArrayList<>();
    for (long pid : pids) {
      accounts.add(new Account(new ProcessClock(pid)));
    }
    Pauser pauser = new Pauser(share, SignalShell.start(pids));
    pauser.accounts.addAll(accounts);
    pauser.thread.start();
    return pauser;
  }

  /** One process' use of its share. */
  private static final class Account {
    private final ProcessClock clock;
    private long usedNanos;
    private double creditNanos;
    private boolean stopped;

    Account(ProcessClock clock) {
      this.clock = clock;
      usedNanos = clock.nanos();
    }

    void pass(double earnedNanos, double creditNanosMax) {
      long used = clock.nanos();
      creditNanos = Math.min(creditNanosMax, creditNanos + earnedNanos) - (used - usedNanos);
      usedNanos = used;
    }

    /** Whether the process must be stopped or continued. */
    boolean isToChange() {
      return stopped == (creditNanos > 0);
    }
  }

  private void run() {
    double creditNanosMax = share.quotaMicros() * NANOS_PER_MICRO;
    long last = System.nanoTime();
    while (!closed) {
      LockSupport.parkNanos(TICK_NANOS);
      long now = System.nanoTime();
      List<Long> stop = new ArrayList<>();
      List<Long> go = new ArrayList<>();
      for (Account account : accounts) {
        account.pass(share.ofProcessor() * (now - last), creditNanosMax);
        if (account.isToChange()) {
          account.stopped = !account.stopped;
          (account.stopped ? stop : go).add(account.clock.pid());
        }
      }
      last = now;
      shell.stop(stop);
      shell.go(go);
    }
  }

  @Override
  public CpuMeans means() {
    return CpuMeans.PAUSER;
  }

  @Override
  public void close() {
    closed = true;
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException urged) {
        interrupted = true;
      }
    }
    shell.close();
    accounts.forEach(account -> account.clock.close());
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
