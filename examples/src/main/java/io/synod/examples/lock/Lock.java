package io.synod.examples.lock;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.TreeSet;

/** One lock: its owner, its queue and its watchers. Confined to the service thread. */
final class Lock {
  final ArrayDeque<Waiter> waiters = new ArrayDeque<>();

  // Sessions.
  final TreeSet<Long> watchers = new TreeSet<>();

  long owner;

  // 0 while it is free.
  long token;

  // Leader time; 0 if the lease has no end.
  long endMillis;

  /** A session that waits for the lock. */
  record Waiter(long session, long leaseMillis) {}

  void write(DataOutputStream out) throws IOException {
    out.writeLong(owner);
    out.writeLong(token);
    out.writeLong(endMillis);
    out.writeInt(waiters.size());
    for (Waiter waiter : waiters) {
      out.writeLong(waiter.session);
      out.writeLong(waiter.leaseMillis);
    }
    out.writeInt(watchers.size());
    for (long watcher : watchers) {
      out.writeLong(watcher);
    }
  }

  static Lock read(DataInputStream in) throws IOException {
    Lock lock = new Lock();
    lock.owner = in.readLong();
    lock.token = in.readLong();
    lock.endMillis = in.readLong();
    for (int left = in.readInt(); left > 0; left--) {
      lock.waiters.add(new Waiter(in.readLong(), in.readLong()));
    }
    for (int left = in.readInt(); left > 0; left--) {
      lock.watchers.add(in.readLong());
    }
    return lock;
  }
}
