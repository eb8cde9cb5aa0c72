package io.synod.examples.lock;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.synod.service.ExecutionContext;
import io.synod.service.QueryContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import io.synod.service.Snapshot;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/**
 * Locks that end with their owner's session, or with a lease. Each time a lock is granted it gets a
 * larger token. The resource that the lock protects refuses a token that is smaller than the
 * largest one it has seen, so a former owner changes nothing there.
 *
 * <pre>
 * request               answer
 * acquire NAME MILLIS   granted TOKEN, or waits, and later the event granted; a lease of 0 ms has no end
 * renew NAME MILLIS     renewed TOKEN
 * release NAME          released; also takes back an acquire that waits
 * watch NAME            watched: from now on the events held and free come
 * query                 answer
 * NAME                  held TOKEN MILLIS OWNER, with what is left of the lease, or free
 * events                granted NAME TOKEN, expired NAME TOKEN, held NAME TOKEN OWNER, free NAME
 * </pre>
 */
public final class LockService implements Service {
  private static final int NAME_CHARS_MAX = 200;
  private static final int USES_MAX = 100_000;
  private static final long TIMER = 0;

  private final int usesMax;
  private LockTable table = new LockTable();

  // When the timer is due: what dueMillis says, so that it needs no place in a snapshot.
  private long timerMillis = Lock.NO_END;

  public LockService() {
    this(USES_MAX);
  }

  /**
   * @param usesMax the locks of a client that it holds, awaits or watches, summed over all clients;
   *     one more is refused
   */
  LockService(int usesMax) {
    this.usesMax = usesMax;
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
    String[] words = UTF_8.decode(request).toString().split(" ");
    if (words.length < 2 || words[1].length() > NAME_CHARS_MAX) {
      throw new ServiceException(
          "a request is a word and the name of a lock, of "
              + NAME_CHARS_MAX
              + " characters at most");
    }
    long session = context.session();
    if (table.uses() >= usesMax && !table.uses(session, words[1])) {
      throw new ServiceException("the clients use " + usesMax + " locks, and no more are allowed");
    }
    Lock lock = table.get(words[1]);
    try {
      return run(words, lock, context).getBytes(UTF_8);
    } finally {
      table.settle(session, lock);
      setTimer(context);
    }
  }

  private String run(String[] words, Lock lock, ExecutionContext context) throws ServiceException {
    long session = context.session();
    boolean isMine = lock.isHeldBy(session);
    switch (words[0]) {
      case "acquire" -> {
        if (isMine || lock.waiters.containsKey(session)) {
          throw new ServiceException("you have " + lock.name + ", or wait for it");
        }
        lock.waiters.put(session, millis(words));
        if (lock.token != 0) {
          return "waits";
        }
        grant(lock, context);
        return "granted " + lock.token;
      }
      case "renew" -> {
        if (!isMine) {
          throw new ServiceException("you do not have " + lock.name);
        }
        lease(lock, millis(words), context);
        return "renewed " + lock.token;
      }
      case "release" -> {
        if (isMine) {
          free(lock, context);
        } else if (lock.waiters.remove(session) == null) {
          throw new ServiceException("you neither have " + lock.name + " nor wait for it");
        }
        return "released";
      }
      case "watch" -> {
        lock.watchers.add(session);
        return "watched";
      }
      default -> throw new ServiceException("there is no " + words[0]);
    }
  }

  private static long millis(String[] words) throws ServiceException {
    if (words.length != 3 || !words[2].matches("\\d{1,12}")) {
      throw new ServiceException("a lease in milliseconds is missing, 0 for one without an end");
    }
    return Long.parseLong(words[2]);
  }

  /** Gives the lock to the session that has waited longest. */
  private void grant(Lock lock, ExecutionContext context) {
    Map.Entry<Long, Long> next = lock.waiters.entrySet().iterator().next();
    lock.waiters.remove(next.getKey());
    lock.owner = next.getKey();
    lock.token = table.nextToken();
    lease(lock, next.getValue(), context);
    String owner = table.clientName(lock.owner);
    publish(lock.watchers, "held " + lock.name + " " + lock.token + " " + owner, context);
  }

  private void lease(Lock lock, long millis, ExecutionContext context) {
    table.lease(lock, millis == 0 ? Lock.NO_END : context.leaderTimeMillis() + millis);
  }

  private void free(Lock lock, ExecutionContext context) {
    table.lease(lock, Lock.NO_END);
    lock.token = 0;
    if (lock.waiters.isEmpty()) {
      publish(lock.watchers, "free " + lock.name, context);
    } else {
      grant(lock, context);
      publish(List.of(lock.owner), "granted " + lock.name + " " + lock.token, context);
    }
  }

  private static void publish(Iterable<Long> sessions, String event, ExecutionContext context) {
    for (long session : sessions) {
      context.publish(session, event.getBytes(UTF_8));
    }
  }

  /** One timer serves all leases: there may be more of these than timers. */
  private void setTimer(ExecutionContext context) {
    long due = dueMillis();
    if (due == timerMillis) {
      return;
    }
    timerMillis = due;
    if (due == Lock.NO_END) {
      context.cancel(TIMER);
    } else {
      context.schedule(TIMER, due);
    }
  }

  /** When the first lease ends. */
  private long dueMillis() {
    Lock first = table.firstToEnd();
    return first == null ? Lock.NO_END : first.endMillis;
  }

  @Override
  public void onTimer(long id, ExecutionContext context) {
    timerMillis = Lock.NO_END;
    Lock lock = table.firstToEnd();
    while (lock != null && lock.endMillis <= context.leaderTimeMillis()) {
      long owner = lock.owner;
      publish(List.of(owner), "expired " + lock.name + " " + lock.token, context);
      free(lock, context);
      table.settle(owner, lock);
      lock = table.firstToEnd();
    }
    setTimer(context);
  }

  @Override
  public void onSessionOpened(long session, ByteBuffer name, ExecutionContext context) {
    table.open(session, UTF_8.decode(name).toString());
  }

  @Override
  public void onSessionClosed(long session, SessionEnd end, ExecutionContext context) {
    for (Lock lock : table.usedBy(session)) {
      lock.watchers.remove(session);
      lock.waiters.remove(session);
      if (lock.isHeldBy(session)) {
        free(lock, context);
      }
      table.settle(session, lock);
    }
    table.close(session);
    setTimer(context);
  }

  @Override
  public byte[] query(ByteBuffer request, QueryContext context) {
    Lock lock = table.find(UTF_8.decode(request).toString());
    if (lock == null || lock.token == 0) {
      return "free".getBytes(UTF_8);
    }
    long left = lock.endMillis == Lock.NO_END ? 0 : lock.endMillis - context.leaderTimeMillis();
    String owner = table.clientName(lock.owner);
    return ("held " + lock.token + " " + left + " " + owner).getBytes(UTF_8);
  }

  @Override
  public Snapshot snapshot() {
    // The state is small: it is copied at once, as bytes.
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      table.write(new DataOutputStream(bytes));
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
    byte[] captured = bytes.toByteArray();
    return out -> out.write(captured);
  }

  @Override
  public void restore(InputStream in) throws IOException {
    table = LockTable.read(new DataInputStream(in));
    timerMillis = dueMillis();
  }
}
