package io.synod.core.membership;

import io.synod.core.command.Batch;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * The membership of one slot, and the change that is decided before it and holds later. A function
 * of the decided slots before it, so it is equal on all replicas: a change in slot {@code s} of
 * membership k, if its number is k+1 and it is the first such one of k, begins membership k+1 at
 * slot {@code s + alpha(k)}. Any other change is a no-op. Immutable.
 *
 * @param current decides the slot
 * @param next begins at its first slot; null if no change is decided
 */
public record Memberships(Membership current, Membership next) {
  private static final byte[] NONE = new byte[0];

  /** Before the first slot of a log. */
  public static Memberships beginning(Membership first) {
    return new Memberships(first, null);
  }

  /** Those of slot {@code slot + 1}, {@code batch} being decided in {@code slot}. */
  public Memberships after(long slot, Batch batch) {
    Membership pending = next;
    if (pending == null) {
      Membership proposed = ChangeEntry.in(batch);
      if (proposed == null || !follows(proposed)) {
        return this;
      }
      pending = proposed.beginningAt(slot + current.alpha());
    }
    if (pending.first() <= slot + 1) {
      return new Memberships(pending, null);
    }
    return pending == next ? this : new Memberships(current, pending);
  }

  /** The log of a restored cluster holds changes of the cluster that was backed up. */
  private boolean follows(Membership proposed) {
    return proposed.number() == current.number() + 1 && proposed.cluster() == current.cluster();
  }

  /** Whether they are those with which the log began, so that nothing need be kept of them. */
  public boolean areFirst() {
    return current.number() == 0 && next == null;
  }

  /**
   * As kept in a snapshot: the length of the current one and its bytes, then of the next one. The
   * first membership is left out: it is in every replica's settings.
   */
  public byte[] encoded() {
    byte[] now = current.number() == 0 ? NONE : MembershipFormat.encoded(current);
    byte[] then = next == null ? NONE : MembershipFormat.encoded(next);
    ByteBuffer out = ByteBuffer.allocate(2 * Integer.BYTES + now.length + then.length);
    return out.putInt(now.length).put(now).putInt(then.length).put(then).array();
  }

  /**
   * Reads what {@link #encoded} wrote. Memberships of another cluster, which was backed up and
   * restored as this one, do not count.
   *
   * @param first the membership of the settings
   * @throws IllegalArgumentException if {@code bytes} are nothing such
   */
  public static Memberships decoded(byte[] bytes, Membership first) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      Membership now = read(in);
      Membership then = read(in);
      Membership current = now == null ? first : now;
      boolean isNext = then == null || then.number() == current.number() + 1;
      if (in.hasRemaining() || !isNext) {
        throw new IllegalArgumentException("it has no membership that follows another");
      }
      boolean isOwn =
          current.cluster() == first.cluster()
              && (then == null || then.cluster() == first.cluster());
      return isOwn ? new Memberships(current, then) : beginning(first);
    } catch (BufferUnderflowException early) {
      throw new IllegalArgumentException("its membership ends early", early);
    }
  }

  private static Membership read(ByteBuffer in) {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return length == 0 ? null : MembershipFormat.decoded(bytes);
  }
}
