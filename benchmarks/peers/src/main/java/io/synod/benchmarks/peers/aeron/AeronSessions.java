package io.synod.benchmarks.peers.aeron;

import io.aeron.Aeron;
import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.Target;
import io.synod.benchmarks.peers.load.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.agrona.concurrent.IdleStrategy;

/** All sessions of a load, and the thread that polls them. Sessions are confined to it. */
final class AeronSessions implements AutoCloseable {
  private final Aeron aeron;
  private final List<AeronSession> sessions = new ArrayList<>();
  // Short: the sessions, and their first requests.
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final Thread thread = new Thread(this::run, "sessions");
  private volatile boolean stopped;

  AeronSessions(Aeron aeron) {
    this.aeron = aeron;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Waits until the leader has opened the session. */
  AeronSession connect(Target target, Load load, Tally tally) {
    AeronSession session = AeronSession.connect(aeron, target, load, tally, this);
    execute(() -> sessions.add(session));
    return session;
  }

  /** Runs the task on the thread. */
  void execute(Runnable task) {
    tasks.add(task);
  }

  private void run() {
    IdleStrategy idle = AeronSettings.idle().get();
    while (!stopped) {
      int work = 0;
      for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
        task.run();
        work++;
      }
      for (AeronSession session : sessions) {
        work += session.poll();
      }
      idle.idle(work);
    }
  }

  /** Waits for the thread. */
  @Override
  public void close() {
    stopped = true;
    boolean interrupted = false;
    try {
      thread.join();
    } catch (InterruptedException urged) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
