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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
  private static final int LOCKS_MAX = 100_000;

  private final int locksMax;

  private final TreeMap<Long, String> owners = new TreeMap<>();
  private final TreeMap<String, Lock> locks = new TreeMap<>();
  private long tokens;

  public LockService() {
    this(LOCKS_MAX);
  }

  /**
   * @param locksMax locks that are held or watched; one more is refused
   */
  LockService(int locksMax) {
    this.locksMax = locksMax;
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
    String[] words = UTF_8.decode(request).toString().split(" ");
    if (words.length < 2 || words[1].length() > NAME_CHARS_MAX) {
      throw new ServiceException(
          "a request is a word and the name of a lock, of %d characters at most"
              .formatted(NAME_CHARS_MAX));
    }
    if (locks.size() == locksMax && !locks.containsKey(words[1])) {
      throw new ServiceException("there are %d locks, and no more are allowed".formatted(locksMax));
    }
    Lock lock = locks.computeIfAbsent(words[1], name -> new Lock());
    try {
      return run(words, lock, context).getBytes(UTF_8);
    } finally {
      forget(words[1], lock);
    }
  }

  private String run(String[] words, Lock lock, ExecutionContext context) throws ServiceException {
    String name = words[1];
    boolean isMine = lock.token != 0 && lock.owner == context.session();
    switch (words[0]) {
      case "acquire" -> {
        if (isMine || lock.waiters.stream().anyMatch(one -> one.session() == context.session())) {
          throw new ServiceException("you have " + name + ", or wait for it");
        }
        lock.waiters.add(new Lock.Waiter(context.session(), millis(words)));
        if (lock.token != 0) {
          return "waits";
        }
        grant(name, lock, context);
        return "granted " + lock.token;
      }
      case "renew" -> {
        if (!isMine) {
          throw new ServiceException("you do not have " + name);
        }
        lease(name, lock, millis(words), context);
        return "renewed " + lock.token;
      }
      case "release" -> {
        if (!isMine && !lock.waiters.removeIf(one -> one.session() == context.session())) {
          throw new ServiceException("you neither have " + name + " nor wait for it");
        }
        if (isMine) {
          free(name, lock, context);
        }
        return "released";
      }
      case "watch" -> {
        lock.watchers.add(context.session());
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
  private void grant(String name, Lock lock, ExecutionContext context) {
    Lock.Waiter next = lock.waiters.poll();
    lock.owner = next.session();
    lock.token = ++tokens;
    lease(name, lock, next.leaseMillis(), context);
    publish(
        lock.watchers,
        "held %s %d %s".formatted(name, lock.token, owners.get(lock.owner)),
        context);
  }

  /** The timer of a lease has the token as its id: it may run when the lock is another's. */
  private void lease(String name, Lock lock, long millis, ExecutionContext context) {
    lock.endMillis = millis == 0 ? 0 : context.leaderTimeMillis() + millis;
    if (millis == 0) {
      context.cancel(lock.token);
    } else {
      context.schedule(lock.token, lock.endMillis);
    }
  }

  private void free(String name, Lock lock, ExecutionContext context) {
    context.cancel(lock.token);
    lock.token = 0;
    lock.endMillis = 0;
    if (lock.waiters.isEmpty()) {
      publish(lock.watchers, "free " + name, context);
    } else {
      grant(name, lock, context);
      publish(List.of(lock.owner), "granted %s %d".formatted(name, lock.token), context);
    }
  }

  private void forget(String name, Lock lock) {
    if (lock.token == 0 && lock.watchers.isEmpty()) {
      locks.remove(name);
    }
  }

  private static void publish(Iterable<Long> sessions, String event, ExecutionContext context) {
    for (long session : sessions) {
      context.publish(session, event.getBytes(UTF_8));
    }
  }

  @Override
  public void onTimer(long token, ExecutionContext context) {
    for (Map.Entry<String, Lock> one : new ArrayList<>(locks.entrySet())) {
      Lock lock = one.getValue();
      if (lock.token == token) {
        publish(List.of(lock.owner), "expired %s %d".formatted(one.getKey(), token), context);
        free(one.getKey(), lock, context);
        forget(one.getKey(), lock);
      }
    }
  }

  @Override
  public void onSessionOpened(long session, ByteBuffer name, ExecutionContext context) {
    owners.put(session, UTF_8.decode(name).toString());
  }

  @Override
  public void onSessionClosed(long session, SessionEnd end, ExecutionContext context) {
    for (Map.Entry<String, Lock> one : new ArrayList<>(locks.entrySet())) {
      Lock lock = one.getValue();
      lock.watchers.remove(session);
      lock.waiters.removeIf(waiter -> waiter.session() == session);
      if (lock.token != 0 && lock.owner == session) {
        free(one.getKey(), lock, context);
      }
      forget(one.getKey(), lock);
    }
    owners.remove(session);
  }

  @Override
  public byte[] query(ByteBuffer request, QueryContext context) {
    Lock lock = locks.get(UTF_8.decode(request).toString());
    if (lock == null || lock.token == 0) {
      return "free".getBytes(UTF_8);
    }
    long left = lock.endMillis == 0 ? 0 : lock.endMillis - context.leaderTimeMillis();
    return "held %d %d %s".formatted(lock.token, left, owners.get(lock.owner)).getBytes(UTF_8);
  }

  @Override
  public Snapshot snapshot() {
    // The state is small: it is copied at once, as bytes.
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      write(new DataOutputStream(bytes));
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
    byte[] captured = bytes.toByteArray();
    return out -> out.write(captured);
  }

  private void write(DataOutputStream out) throws IOException {
    out.writeLong(tokens);
    out.writeInt(owners.size());
    for (Map.Entry<Long, String> owner : owners.entrySet()) {
      out.writeLong(owner.getKey());
      out.writeUTF(owner.getValue());
    }
    out.writeInt(locks.size());
    for (Map.Entry<String, Lock> one : locks.entrySet()) {
      out.writeUTF(one.getKey());
      one.getValue().write(out);
    }
  }

  @Override
  public void restore(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    owners.clear();
    locks.clear();
    tokens = data.readLong();
    for (int left = data.readInt(); left > 0; left--) {
      owners.put(data.readLong(), data.readUTF());
    }
    for (int left = data.readInt(); left > 0; left--) {
      locks.put(data.readUTF(), Lock.read(data));
    }
  }
}
