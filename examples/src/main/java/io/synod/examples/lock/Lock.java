package io.synod.examples.lock;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/** One lock: its owner, its queue and its watchers. Confined to the service thread. */
final class Lock {
  /** The end of a lease that has none. */
  static final long NO_END = 0;

  final String name;

  // Sessions with the milliseconds of the lease that they asked for, in the order of their
  // requests.
  final LinkedHashMap<Long, Long> waiters = new LinkedHashMap<>();

  // Sessions.
  final TreeSet<Long> watchers = new TreeSet<>();

  long owner;

  // 0 while it is free.
  long token;

  // Leader time.
  long endMillis = NO_END;

  Lock(String name) {
    this.name = name;
  }

  boolean isHeldBy(long session) {
    return token != 0 && owner == session;
  }

  /** Whether the session holds, awaits or watches it. */
  boolean isUsedBy(long session) {
    return isHeldBy(session) || waiters.containsKey(session) || watchers.contains(session);
  }

  /** Whether nobody holds, awaits or watches it. */
  boolean isUnused() {
    return token == 0 && watchers.isEmpty();
  }

  void write(DataOutputStream out) throws IOException {
    out.writeUTF(name);
    out.writeLong(owner);
    out.writeLong(token);
    out.writeLong(endMillis);
    out.writeInt(waiters.size());
    for (Map.Entry<Long, Long> waiter : waiters.entrySet()) {
      out.writeLong(waiter.getKey());
      out.writeLong(waiter.getValue());
    }
    out.writeInt(watchers.size());
    for (long watcher : watchers) {
      out.writeLong(watcher);
    }
  }

  static Lock read(DataInputStream in) throws IOException {
    Lock lock = new Lock(in.readUTF());
    lock.owner = in.readLong();
    lock.token = in.readLong();
    lock.endMillis = in.readLong();
    for (int left = in.readInt(); left > 0; left--) {
      lock.waiters.put(in.readLong(), in.readLong());
    }
    for (int left = in.readInt(); left > 0; left--) {
      lock.watchers.add(in.readLong());
    }
    return lock;
  }
}
