package io.synod.simulation.service;

import io.synod.service.ExecutionContext;
import io.synod.simulation.check.Violation;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * The timers that some requests set and cancel, one for each key, kept beside those that Synod
 * keeps. Checks that each runs once, in the first batch of its time, before the requests of that
 * batch, and in order.
 */
final class Alarms {
  private static final long NONE = 0;
  private static final int DELAY_MILLIS_MAX = 400;
  private static final int AGAIN_MILLIS = 30;

  private final long[] dueMillis;
  private long ran;

  // Of the last request or timer, and of the last one in an earlier slot.
  private long slot = -1;
  private long slotMillis;
  private long earlierMillis;
  private boolean hasRequest;
  private long lastDue;

  Alarms(int keys) {
    dueMillis = new long[keys];
  }

  /** Before {@code command} is executed. */
  void before(ExecutionContext context) {
    enter(context);
    hasRequest = true;
    for (int key = 0; key < dueMillis.length; key++) {
      if (dueMillis[key] != NONE && dueMillis[key] <= context.leaderTimeMillis()) {
        throw new Violation(
            "timer %d of %d has not run by slot %d of %d",
            key, dueMillis[key], context.slot(), context.leaderTimeMillis());
      }
    }
  }

  /** After {@code command} was executed. */
  void after(Command command, ExecutionContext context) {
    int key = command.key();
    int chosen = Math.floorMod(command.value(), 3);
    if (command.kind() == Command.Kind.ADD && chosen > 0) {
      // Some in the past.
      long delay = Math.floorMod(command.value(), DELAY_MILLIS_MAX) - 40;
      set(key, context.leaderTimeMillis() + delay, context);
      if (chosen == 2) {
        // Of the same time, and set later.
        set(key ^ 1, context.leaderTimeMillis() + delay, context);
      }
    } else if (command.kind() == Command.Kind.WRITE && chosen == 0) {
      boolean was = dueMillis[key] != NONE;
      dueMillis[key] = NONE;
      if (context.cancel(key) != was) {
        throw new Violation("timer %d %s set when it is cancelled", key, was ? "is not" : "is");
      }
    }
  }

  private void set(int key, long atMillis, ExecutionContext context) {
    dueMillis[key] = Math.max(atMillis, context.leaderTimeMillis() + 1);
    context.schedule(key, atMillis);
  }

  void ran(long id, ExecutionContext context) {
    enter(context);
    int key = (int) id;
    long due = dueMillis[key];
    if (due == NONE) {
      throw new Violation("timer %d runs in slot %d and is not set", key, context.slot());
    }
    if (context.leaderTimeMillis() < due || earlierMillis >= due) {
      throw new Violation(
          "timer %d of %d runs in slot %d of %d, behind a slot of %d",
          key, due, context.slot(), context.leaderTimeMillis(), earlierMillis);
    }
    if (hasRequest || due < lastDue) {
      throw new Violation(
          "timer %d of %d runs behind %s of its slot",
          key, due, hasRequest ? "a request" : "a timer of " + lastDue);
    }
    lastDue = due;
    dueMillis[key] = NONE;
    if (++ran % 5 == 0) {
      set(key, context.leaderTimeMillis() + AGAIN_MILLIS, context);
    }
  }

  private void enter(ExecutionContext context) {
    if (context.slot() != slot) {
      earlierMillis = slotMillis;
      slot = context.slot();
      slotMillis = context.leaderTimeMillis();
      hasRequest = false;
      lastDue = NONE;
    }
  }

  void write(DataOutputStream data) throws IOException {
    for (long due : dueMillis) {
      data.writeLong(due);
    }
    data.writeLong(ran);
    data.writeLong(slot);
    data.writeLong(slotMillis);
    data.writeBoolean(hasRequest);
  }

  static Alarms read(DataInputStream data, int keys) throws IOException {
    Alarms read = new Alarms(keys);
    for (int key = 0; key < keys; key++) {
      read.dueMillis[key] = data.readLong();
    }
    read.ran = data.readLong();
    read.slot = data.readLong();
    read.slotMillis = data.readLong();
    read.hasRequest = data.readBoolean();
    return read;
  }

  /** A copy that stays as it is now. */
  Alarms copy() {
    Alarms copy = new Alarms(dueMillis.length);
    System.arraycopy(dueMillis, 0, copy.dueMillis, 0, dueMillis.length);
    copy.ran = ran;
    copy.slot = slot;
    copy.slotMillis = slotMillis;
    copy.hasRequest = hasRequest;
    return copy;
  }
}
