package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.membership.MemberEntry;
import io.synod.core.membership.MembershipRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks a leader to change the members, and for its {@link Status} before; allowed behind a hello.
 */
public record ChangeMembers(MembershipRequest request) {
  private static final int FIXED_BYTES = Long.BYTES + Byte.BYTES + 7 * Integer.BYTES;
  private static final int MOVE_BYTES = Integer.BYTES + 2 * Short.BYTES;
  private static final int PRIORITY_BYTES = 2 * Integer.BYTES;

  private static final int DRY_RUN = 1;
  private static final int REUSE = 2;

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    ByteBuf out = Frame.begin(allocator, FrameType.CHANGE_MEMBERS, bodyBytes());
    int flags = (request.isDryRun() ? DRY_RUN : 0) | (request.mayReuse() ? REUSE : 0);
    out.writeLong(request.number()).writeByte(flags);
    out.writeInt(request.add().bits()).writeInt(request.remove().bits());
    out.writeInt(request.phase1()).writeInt(request.phase2()).writeInt(request.alpha());
    out.writeInt(request.moves().size());
    for (MembershipRequest.Move move : request.moves()) {
      out.writeInt(move.number());
      address(out, move.peerAddress());
      address(out, move.clientAddress());
    }
    out.writeInt(request.priorities().size());
    for (MembershipRequest.Priority one : request.priorities()) {
      out.writeInt(one.number()).writeInt(one.priority());
    }
    return Frame.end(out, 0);
  }

  private int bodyBytes() {
    int bytes = FIXED_BYTES + request.priorities().size() * PRIORITY_BYTES;
    for (MembershipRequest.Move move : request.moves()) {
      bytes += MOVE_BYTES + move.peerAddress().length() + move.clientAddress().length();
    }
    return bytes;
  }

  private static void address(ByteBuf out, String address) {
    out.writeShort(address.length()).writeCharSequence(address, StandardCharsets.US_ASCII);
  }

  public static ChangeMembers decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    long number = in.natural("membership");
    int flags = in.code("flags of a change");
    if (flags > (DRY_RUN | REUSE)) {
      throw MalformedFrame.body("flags %d of a change of members", flags);
    }
    ReplicaSet add = in.replicas("added replicas");
    ReplicaSet remove = in.replicas("removed replicas");
    int phase1 = in.int32("Phase 1 quorum");
    int phase2 = in.int32("Phase 2 quorum");
    int alpha = in.int32("alpha");
    List<MembershipRequest.Move> moves = moves(in);
    List<MembershipRequest.Priority> priorities = priorities(in);
    in.end();
    try {
      return new ChangeMembers(
          new MembershipRequest(
              number,
              (flags & DRY_RUN) != 0,
              (flags & REUSE) != 0,
              add,
              remove,
              moves,
              priorities,
              phase1,
              phase2,
              alpha));
    } catch (IllegalArgumentException outOfRange) {
      throw MalformedFrame.body("%s", outOfRange.getMessage());
    }
  }

  private static List<MembershipRequest.Move> moves(BodyReader in) throws MalformedFrame {
    int count = in.count("moved members", MOVE_BYTES);
    List<MembershipRequest.Move> moves = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      int replica = in.replica("moved member");
      moves.add(
          new MembershipRequest.Move(
              replica, in.fullAddress("peer address"), in.fullAddress("client address")));
    }
    return moves;
  }

  private static List<MembershipRequest.Priority> priorities(BodyReader in) throws MalformedFrame {
    int count = in.count("members with a priority", PRIORITY_BYTES);
    List<MembershipRequest.Priority> priorities = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      int replica = in.replica("member with a priority");
      int priority = in.int32("priority");
      if (priority < 0 || priority > MemberEntry.PRIORITY_MAX) {
        throw MalformedFrame.body("priority %d of replica %d", priority, replica);
      }
      priorities.add(new MembershipRequest.Priority(replica, priority));
    }
    return priorities;
  }
}
