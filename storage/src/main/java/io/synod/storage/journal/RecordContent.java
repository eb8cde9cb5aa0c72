package io.synod.storage.journal;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of a record. The body of a vote or decision is the batch, as it travels. In the
 * header of a decided end, the end stands as the slot and its first slot as the round of the view.
 * The body of a Joined record, big-endian:
 *
 * <pre>
 *   0  int  status: 0 NEW, 1 RECOVERING, 2 MEMBER
 *   4  int  replicas; then for each
 *      long number, long nonce
 * </pre>
 */
record RecordContent(RecordType type, long slot, View view, byte[] body) {
  static final RecordContent VOID = bodyless(RecordType.VOID, 0, View.NONE);

  private static final int INCARNATIONS_HEADER_BYTES = 8;
  private static final int INCARNATION_BYTES = 16;

  static RecordContent of(JournalRecord record) {
    Encoding encoding = new Encoding();
    record.visit(encoding);
    return encoding.content;
  }

  /** Bytes that it takes in a segment. */
  long extent() {
    return RecordHeader.extent(body.length);
  }

  /**
   * The record of a record.
   *
   * @param body undamaged; taken over
   * @throws IllegalArgumentException if the record holds no such record
   */
  static JournalRecord decode(RecordHeader header, byte[] body) {
    return switch (header.type) {
      case PROMISED -> new JournalRecord.Promised(header.view);
      case VOTED -> new JournalRecord.Voted(header.view, header.slot, Batch.decoded(body));
      case LEARNT -> new JournalRecord.Learnt(header.slot, Batch.decoded(body));
      case DECIDED_UP_TO -> new JournalRecord.DecidedUpTo(header.view.round(), header.slot);
      case JOINED -> joined(ByteBuffer.wrap(body));
      case VOID -> throw new IllegalArgumentException("a void record has no content");
    };
  }

  private static RecordContent bodyless(RecordType type, long slot, View view) {
    return new RecordContent(type, slot, view, new byte[0]);
  }

  private static byte[] bytes(JournalRecord.Joined record) {
    Incarnations incarnations = record.incarnations();
    ByteBuffer bytes =
        ByteBuffer.allocate(INCARNATIONS_HEADER_BYTES + incarnations.end() * INCARNATION_BYTES);
    bytes.putInt(code(record.status())).putInt(incarnations.end());
    for (Incarnation incarnation : incarnations.byReplica()) {
      bytes.putLong(incarnation.number()).putLong(incarnation.nonce());
    }
    return bytes.array();
  }

  private static JournalRecord joined(ByteBuffer bytes) {
    if (bytes.remaining() < INCARNATIONS_HEADER_BYTES) {
      throw new IllegalArgumentException("incarnations of %d bytes".formatted(bytes.remaining()));
    }
    MemberStatus status = status(bytes.getInt());
    long replicas = bytes.getInt();
    if (bytes.remaining() != replicas * INCARNATION_BYTES) {
      throw new IllegalArgumentException(
          "%d bytes for the incarnations of %d replicas".formatted(bytes.remaining(), replicas));
    }
    List<Incarnation> incarnations = new ArrayList<>();
    while (bytes.hasRemaining()) {
      incarnations.add(new Incarnation(bytes.getLong(), bytes.getLong()));
    }
    return new JournalRecord.Joined(new Incarnations(incarnations), status);
  }

  // Written out, because the format must not change with the order of the constants.
  private static int code(MemberStatus status) {
    return switch (status) {
      case NEW -> 0;
      case RECOVERING -> 1;
      case MEMBER -> 2;
    };
  }

  private static MemberStatus status(int code) {
    return switch (code) {
      case 0 -> MemberStatus.NEW;
      case 1 -> MemberStatus.RECOVERING;
      case 2 -> MemberStatus.MEMBER;
      default -> throw new IllegalArgumentException("no member status has the code " + code);
    };
  }

  private static final class Encoding implements JournalRecord.Visitor {
    private RecordContent content;

    @Override
    public void onPromised(JournalRecord.Promised record) {
      content = bodyless(RecordType.PROMISED, 0, record.view());
    }

    @Override
    public void onVoted(JournalRecord.Voted record) {
      content =
          new RecordContent(RecordType.VOTED, record.slot(), record.view(), record.batch().bytes());
    }

    @Override
    public void onLearnt(JournalRecord.Learnt record) {
      content =
          new RecordContent(RecordType.LEARNT, record.slot(), View.NONE, record.batch().bytes());
    }

    @Override
    public void onDecidedUpTo(JournalRecord.DecidedUpTo record) {
      content = bodyless(RecordType.DECIDED_UP_TO, record.end(), new View(record.first(), 0));
    }

    @Override
    public void onJoined(JournalRecord.Joined record) {
      content = new RecordContent(RecordType.JOINED, 0, View.NONE, bytes(record));
    }
  }
}
