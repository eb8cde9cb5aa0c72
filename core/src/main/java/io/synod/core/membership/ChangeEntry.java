package io.synod.core.membership;

import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import java.util.Arrays;

/** The batch that changes the membership: one entry, of no session, with the next membership. */
public final class ChangeEntry {
  private ChangeEntry() {}

  /** The batch that proposes {@code next}. */
  public static Batch batch(Membership next, long leaderTimeMillis) {
    byte[] payload = MembershipFormat.encoded(next);
    int body = Batch.HEADER_BYTES + BatchEntry.HEADER_BYTES;
    byte[] bytes = new byte[body + payload.length];
    BatchEntry.putHeader(bytes, Batch.HEADER_BYTES, payload.length, 0, BatchEntry.MEMBERSHIP, 0);
    System.arraycopy(payload, 0, bytes, body, payload.length);
    return Batch.close(bytes, leaderTimeMillis, 1);
  }

  /** Whether {@code batch} is one that changes the membership, sound or not. */
  public static boolean is(Batch batch) {
    return batch.count() == 1
        && BatchEntry.sequence(batch.bytes(), Batch.HEADER_BYTES) == BatchEntry.MEMBERSHIP;
  }

  /** The membership that {@code batch} proposes; null if it proposes none. */
  static Membership in(Batch batch) {
    if (!is(batch)) {
      return null;
    }
    byte[] bytes = batch.bytes();
    int body = Batch.HEADER_BYTES + BatchEntry.HEADER_BYTES;
    try {
      return MembershipFormat.decoded(Arrays.copyOfRange(bytes, body, bytes.length));
    } catch (IllegalArgumentException malformed) {
      // The same on every replica, so it changes nothing on any of them.
      return null;
    }
  }
}
