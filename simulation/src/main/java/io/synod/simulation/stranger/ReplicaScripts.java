package io.synod.simulation.stranger;

import io.synod.core.cluster.View;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Levels;
import io.synod.network.wire.Welcome;
import io.synod.strangers.Frames;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;

/**
 * The messages of a false replica to clients. It never reports that a request or a query was
 * executed, since a client would believe it.
 */
final class ReplicaScripts {
  private static final int BYTES_MAX = 4_000;
  private static final int OUTSTANDING_MAX = 20;
  private static final int ROUNDS = 5;
  private static final int FOREIGN = 1 << 20;
  private static final int NOBODY = -1;
  private static final byte[] NOTHING = {};

  private final List<Integer> replicas;
  private final Random random;

  ReplicaScripts(List<Integer> replicas, Random random) {
    this.replicas = replicas;
    this.random = random;
  }

  /** Null to end the connection. */
  byte[] onHello() {
    return switch (random.nextInt(12)) {
      case 0 -> NOTHING;
      case 1 -> null;
      case 2 -> Frames.raw(random.nextInt(256), bytes());
      case 3 -> Frames.refused("this is no place for you");
      case 4 -> Frames.leader(leadership());
      case 5 -> Frames.busy(random.nextLong(), 1);
      case 6 -> welcome(new Levels(7, 9, "later"));
      case 7 -> Frames.joined(leads(), leads());
      case 8 -> Frames.joined(leads(), Frames.leader(leadership()));
      case 9 -> welcome(Levels.OWN);
      default -> leads();
    };
  }

  /** Null to end the connection. */
  byte[] onRequests(long session, long sequence) {
    return switch (random.nextInt(12)) {
      case 0 -> null;
      case 1 -> NOTHING;
      case 2, 3 -> Frames.reply(session, sequence, ReplyStatus.OUT_OF_ORDER, expected(sequence));
      case 4 -> Frames.reply(session, sequence, ReplyStatus.SESSION_EXPIRED, NOTHING);
      case 5 -> Frames.reply(session, sequence, ReplyStatus.NOT_LEADER, bytes());
      case 6 -> Frames.reply(session, sequence + FOREIGN, ReplyStatus.OK, NOTHING);
      case 7 -> Frames.reply(session + 1, sequence, ReplyStatus.OK, NOTHING);
      case 8 -> Frames.busy(session, sequence + random.nextInt(3) - 1);
      case 9 -> Frames.reply(session, sequence, ReplyStatus.OUT_OF_ORDER, bytes());
      default ->
          sequence == BatchEntry.OPEN
              ? Frames.reply(session, sequence, ReplyStatus.OK, NOTHING)
              : Frames.leader(leadership());
    };
  }

  /** Null to end the connection. */
  byte[] onQueries(long number) {
    return switch (random.nextInt(8)) {
      case 0 -> null;
      case 1 -> NOTHING;
      case 2, 3 -> Frames.queryReply(number, ReplyStatus.BUSY, NOTHING);
      case 4 -> Frames.queryReply(number, ReplyStatus.NOT_LEADER, NOTHING);
      case 5 -> Frames.queryReply(number, ReplyStatus.SESSION_EXPIRED, NOTHING);
      case 6 -> Frames.queryReply(number + FOREIGN, ReplyStatus.OK, NOTHING);
      default -> Frames.queryReply(-number, ReplyStatus.OK, NOTHING);
    };
  }

  private byte[] expected(long sequence) {
    long any = sequence + random.nextInt(5) - 2;
    return ByteBuffer.allocate(Long.BYTES).putLong(any).array();
  }

  private byte[] leads() {
    int self = any();
    View view = new View(random.nextInt(ROUNDS), self);
    return welcome(self, new Leadership(view, self, ""), Levels.OWN);
  }

  private byte[] welcome(Levels levels) {
    return welcome(anyOrNone(), leadership(), levels);
  }

  private byte[] welcome(int self, Leadership leadership, Levels levels) {
    int payloadBytesMax = 1 + random.nextInt(BYTES_MAX);
    int outstandingMax = 1 + random.nextInt(OUTSTANDING_MAX);
    return Frames.welcome(new Welcome(self, leadership, payloadBytesMax, outstandingMax, levels));
  }

  private Leadership leadership() {
    int leader = anyOrNone();
    String address =
        switch (random.nextInt(4)) {
          case 0 -> "";
          case 1 -> "10.0.4.1:7200";
          case 2 -> "10.0.4.2:1";
          default -> random.nextInt(3) == 0 ? "nowhere" : "[::1]:7";
        };
    return new Leadership(new View(random.nextInt(ROUNDS), any()), leader, address);
  }

  private int any() {
    return replicas.get(random.nextInt(replicas.size()));
  }

  private int anyOrNone() {
    int place = random.nextInt(replicas.size() + 1) - 1;
    return place < 0 ? NOBODY : replicas.get(place);
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(60)];
    random.nextBytes(bytes);
    return bytes;
  }
}
