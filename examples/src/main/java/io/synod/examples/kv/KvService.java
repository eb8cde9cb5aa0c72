package io.synod.examples.kv;

import io.synod.examples.kv.command.Operation;
import io.synod.examples.kv.store.Entry;
import io.synod.examples.kv.store.FrozenKeyspace;
import io.synod.examples.kv.store.Keyspace;
import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * A deterministic key-value service with the string commands of Redis. {@link Operation#request}
 * makes requests, answers are bytes of the Redis protocol, and errors are ServiceExceptions with
 * Redis' text. Keys expire by leader time: a timer removes them, and lets time go on for those who
 * ask how long they live.
 */
public final class KvService implements Service {
  private static final long TIMER = 0;
  private static final long SECOND_MILLIS = 1_000;
  private static final int SWEPT_PER_REQUEST_MAX = 32;
  private static final int SWEPT_PER_TIMER_MAX = 1_024;

  private Keyspace keyspace = new Keyspace();

  // When the timer is due: what dueMillis says, so that it needs no place in a snapshot.
  private long timerMillis = Entry.NEVER;
  private volatile KvState state = KvState.of(keyspace);

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
    keyspace.advance(context.slot(), context.leaderTimeMillis(), SWEPT_PER_REQUEST_MAX);
    try {
      return Operation.execute(keyspace, request);
    } finally {
      setTimer(context);
      state = KvState.of(keyspace);
    }
  }

  @Override
  public void onTimer(long id, ExecutionContext context) {
    timerMillis = Entry.NEVER;
    keyspace.advance(context.slot(), context.leaderTimeMillis(), SWEPT_PER_TIMER_MAX);
    setTimer(context);
    state = KvState.of(keyspace);
  }

  private void setTimer(ExecutionContext context) {
    long due = dueMillis();
    if (due == timerMillis) {
      return;
    }
    timerMillis = due;
    if (due == Entry.NEVER) {
      context.cancel(TIMER);
    } else {
      context.schedule(TIMER, due);
    }
  }

  /** When the next key expires, or the next second begins if any will. */
  private long dueMillis() {
    long first = keyspace.firstExpiryMillis();
    long second = (keyspace.nowMillis() / SECOND_MILLIS + 1) * SECOND_MILLIS;
    return first == Entry.NEVER ? Entry.NEVER : Math.min(first, second);
  }

  @Override
  public byte[] query(ByteBuffer request) throws ServiceException {
    return Operation.query(keyspace, request);
  }

  /** The state that this replica has executed, which may be ahead of other replicas; any thread. */
  public KvState state() {
    return state;
  }

  /** Synod compares it between the replicas. */
  @Override
  public long digest() {
    return keyspace.digest();
  }

  @Override
  public Snapshot snapshot() {
    return keyspace.freeze()::writeTo;
  }

  @Override
  public void restore(InputStream in) throws IOException {
    keyspace = FrozenKeyspace.read(in);
    timerMillis = dueMillis();
    state = KvState.of(keyspace);
  }
}
