package io.synod.storage.journal;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Roster;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.Persisted;
import io.synod.core.message.Standing;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A fact as a record holds it. The body of a vote or decision is the batch, as it travels; that of
 * a roster, big-endian:
 *
 * <pre>
 *   0  int  standing: 0 NEW, 1 RECOVERING, 2 MEMBER
 *   4  int  replicas; then for each
 *      long epoch, long nonce
 * </pre>
 */
record RecordContent(RecordType type, long slot, View view, byte[] body) {
  static final RecordContent VOID = bodyless(RecordType.VOID, 0, View.NONE);

  private static final int ROSTER_HEADER_BYTES = 8;
  private static final int INCARNATION_BYTES = 16;

  static RecordContent of(Persisted fact) {
    Encoding encoding = new Encoding();
    fact.visit(encoding);
    return encoding.content;
  }

  /** Bytes that it takes in a segment. */
  long extent() {
    return RecordHeader.extent(body.length);
  }

  /**
   * The fact of a record.
   *
   * @param body undamaged; taken over
   * @throws IllegalArgumentException if the record holds no such fact
   */
  static Persisted decode(RecordHeader header, byte[] body) {
    return switch (header.type) {
      case PROMISED -> new Persisted.Promised(header.view);
      case VOTED -> new Persisted.Voted(header.view, header.slot, Batch.decoded(body));
      case LEARNT -> new Persisted.Learnt(header.slot, Batch.decoded(body));
      case DECIDED_UP_TO -> new Persisted.DecidedUpTo(header.slot);
      case JOINED -> joined(ByteBuffer.wrap(body));
      case VOID -> throw new IllegalArgumentException("a void record holds no fact");
    };
  }

  private static RecordContent bodyless(RecordType type, long slot, View view) {
    return new RecordContent(type, slot, view, new byte[0]);
  }

  private static byte[] bytes(Persisted.Joined fact) {
    Roster roster = fact.roster();
    ByteBuffer bytes =
        ByteBuffer.allocate(ROSTER_HEADER_BYTES + roster.replicas() * INCARNATION_BYTES);
    bytes.putInt(code(fact.standing())).putInt(roster.replicas());
    for (Incarnation incarnation : roster.incarnations()) {
      bytes.putLong(incarnation.epoch()).putLong(incarnation.nonce());
    }
    return bytes.array();
  }

  private static Persisted joined(ByteBuffer bytes) {
    if (bytes.remaining() < ROSTER_HEADER_BYTES) {
      throw new IllegalArgumentException("a roster of %d bytes".formatted(bytes.remaining()));
    }
    Standing standing = standing(bytes.getInt());
    long replicas = bytes.getInt();
    if (bytes.remaining() != replicas * INCARNATION_BYTES) {
      throw new IllegalArgumentException(
          "%d bytes for a roster of %d replicas".formatted(bytes.remaining(), replicas));
    }
    List<Incarnation> incarnations = new ArrayList<>();
    while (bytes.hasRemaining()) {
      incarnations.add(new Incarnation(bytes.getLong(), bytes.getLong()));
    }
    return new Persisted.Joined(new Roster(incarnations), standing);
  }

  // Written out, because the format must not change with the order of the constants.
  private static int code(Standing standing) {
    return switch (standing) {
      case NEW -> 0;
      case RECOVERING -> 1;
      case MEMBER -> 2;
    };
  }

  private static Standing standing(int code) {
    return switch (code) {
      case 0 -> Standing.NEW;
      case 1 -> Standing.RECOVERING;
      case 2 -> Standing.MEMBER;
      default -> throw new IllegalArgumentException("no standing has the code " + code);
    };
  }

  private static final class Encoding implements Persisted.Visitor {
    private RecordContent content;

    @Override
    public void onPromised(Persisted.Promised fact) {
      content = bodyless(RecordType.PROMISED, 0, fact.view());
    }

    @Override
    public void onVoted(Persisted.Voted fact) {
      content = new RecordContent(RecordType.VOTED, fact.slot(), fact.view(), fact.batch().bytes());
    }

    @Override
    public void onLearnt(Persisted.Learnt fact) {
      content = new RecordContent(RecordType.LEARNT, fact.slot(), View.NONE, fact.batch().bytes());
    }

    @Override
    public void onDecidedUpTo(Persisted.DecidedUpTo fact) {
      content = bodyless(RecordType.DECIDED_UP_TO, fact.end(), View.NONE);
    }

    @Override
    public void onJoined(Persisted.Joined fact) {
      content = new RecordContent(RecordType.JOINED, 0, View.NONE, bytes(fact));
    }
  }
}
