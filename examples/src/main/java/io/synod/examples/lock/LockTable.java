package io.synod.examples.lock;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** All clients, locks and leases. Confined to the service thread. */
final class LockTable {
  private final TreeMap<Long, Client> clients = new TreeMap<>();
  private final TreeMap<String, Lock> locks = new TreeMap<>();

  // Invariant: exactly the held locks whose lease has an end, the first to end first.
  private final TreeSet<Lock> leases =
      new TreeSet<>(
          Comparator.<Lock>comparingLong(lock -> lock.endMillis)
              .thenComparingLong(lock -> lock.token));
  private long tokens;

  // Invariant: the sum of the locks of all clients.
  private int uses;

  /** An open session, and the locks that it holds, awaits or watches. */
  private record Client(String name, TreeMap<String, Lock> locks) {}

  void open(long session, String name) {
    clients.put(session, new Client(name, new TreeMap<>()));
  }

  /** Called when the session no longer uses any lock. */
  void close(long session) {
    clients.remove(session);
  }

  String clientName(long session) {
    return clients.get(session).name;
  }

  /** How many locks the clients use: each client holds, awaits or watches each of its own. */
  int uses() {
    return uses;
  }

  boolean uses(long session, String name) {
    return clients.get(session).locks.containsKey(name);
  }

  /** The locks that the session uses, as they are now. */
  List<Lock> usedBy(long session) {
    return List.copyOf(clients.get(session).locks.values());
  }

  /** The lock of that name, or null. */
  Lock find(String name) {
    return locks.get(name);
  }

  /** The lock of that name, a new one if there is none. */
  Lock get(String name) {
    return locks.computeIfAbsent(name, Lock::new);
  }

  /** Forgets the lock, for this session or for all, if it is no longer used. */
  void settle(long session, Lock lock) {
    TreeMap<String, Lock> used = clients.get(session).locks;
    uses -= used.size();
    if (lock.isUsedBy(session)) {
      used.put(lock.name, lock);
    } else {
      used.remove(lock.name);
    }
    uses += used.size();
    if (lock.isUnused()) {
      locks.remove(lock.name);
    }
  }

  long nextToken() {
    return ++tokens;
  }

  /** Sets the end of the lock's lease, in place of the one before; {@link Lock#NO_END} for none. */
  void lease(Lock lock, long endMillis) {
    leases.remove(lock);
    lock.endMillis = endMillis;
    if (endMillis != Lock.NO_END) {
      leases.add(lock);
    }
  }

  /** The lock whose lease ends first; null if none has an end. */
  Lock firstToEnd() {
    return leases.isEmpty() ? null : leases.first();
  }

  void write(DataOutputStream out) throws IOException {
    out.writeLong(tokens);
    out.writeInt(clients.size());
    for (Map.Entry<Long, Client> client : clients.entrySet()) {
      out.writeLong(client.getKey());
      out.writeUTF(client.getValue().name);
    }
    out.writeInt(locks.size());
    for (Lock lock : locks.values()) {
      lock.write(out);
    }
  }

  static LockTable read(DataInputStream in) throws IOException {
    LockTable table = new LockTable();
    table.tokens = in.readLong();
    for (int left = in.readInt(); left > 0; left--) {
      table.open(in.readLong(), in.readUTF());
    }
    for (int left = in.readInt(); left > 0; left--) {
      table.add(Lock.read(in));
    }
    return table;
  }

  private void add(Lock lock) {
    locks.put(lock.name, lock);
    lease(lock, lock.endMillis);
    lock.waiters.keySet().forEach(session -> settle(session, lock));
    lock.watchers.forEach(session -> settle(session, lock));
    if (lock.token != 0) {
      settle(lock.owner, lock);
    }
  }
}
