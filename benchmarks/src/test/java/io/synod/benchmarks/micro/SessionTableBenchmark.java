package io.synod.benchmarks.micro;

import io.synod.core.session.Session;
import io.synod.core.session.SessionLimits;
import io.synod.core.session.SessionTable;
import io.synod.core.settings.SessionSettings;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What a request costs in the session table, and what a session does that comes and goes. The
 * sessions are used in turn, so each is the least recently active one: the worst for a cache.
 */
@State(Scope.Thread)
public class SessionTableBenchmark extends NanosBenchmark {
  private static final long IDLE_MILLIS = 600_000;
  private static final int OUTSTANDING = 4_096;
  private static final byte[] ANSWER = new byte[8];

  @Param({"1000", "60000"})
  public int sessions;

  private SessionTable table;
  private long[] ids;
  private SplittableRandom random;
  private int next;
  private long timeMillis;

  @Setup
  public void openAll() {
    random = new SplittableRandom(1);
    table =
        new SessionTable(
            SessionLimits.first(new SessionSettings(IDLE_MILLIS, OUTSTANDING, sessions)));
    ids = new long[sessions];
    for (int index = 0; index < sessions; index++) {
      openNew(index);
    }
  }

  /** Finds the session, frees its answer before and keeps the next one; the time stands still. */
  @Benchmark
  public Session executeRequest() {
    Session session = table.find(nextId());
    session.acknowledge(session.expected());
    session.executed(session.expected(), 0, ANSWER);
    return session;
  }

  /** The same when time has gone on, which makes the session the most recently active one. */
  @Benchmark
  public Session touchAndExecuteRequest() {
    timeMillis++;
    // Sessions that were left alone for too long would be gone.
    table.expire(timeMillis);
    Session session = table.find(nextId());
    table.touch(session, timeMillis);
    session.acknowledge(session.expected());
    session.executed(session.expected(), 0, ANSWER);
    return session;
  }

  /** A new session; the full table ends the least recently active one, and forgets one that was. */
  @Benchmark
  public Session openInsteadOfOldest() {
    nextId();
    return openNew(next);
  }

  /** The oldest session expires, what is left of one that was over goes, and a new one opens. */
  @Benchmark
  public Session expireAndOpen() {
    nextId();
    // So much that, once the first ones are over, each step ends one and forgets one.
    timeMillis += IDLE_MILLIS / sessions + 1;
    table.expire(timeMillis);
    return openNew(next);
  }

  private Session openNew(int index) {
    ids[index] = random.nextLong();
    return table.open(ids[index], timeMillis);
  }

  private long nextId() {
    next = next + 1 == ids.length ? 0 : next + 1;
    return ids[next];
  }
}
