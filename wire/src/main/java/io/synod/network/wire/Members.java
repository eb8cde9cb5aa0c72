package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.View;
import io.synod.core.membership.MemberEntry;
import io.synod.core.membership.Membership;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The members of a cluster as a client needs them; for clients whose hello says that they know it.
 * A replica sends it behind {@link Welcome} and when a membership begins.
 *
 * @param number of the membership, 1 or more: the addresses of membership 0 are those of the
 *     properties files, from which a client has its own
 * @param members by ascending number, 1 to {@value Quorums#REPLICAS_MAX}
 */
public record Members(long number, List<Member> members) {
  private static final int MEMBER_BYTES = Integer.BYTES + Short.BYTES;

  /**
   * @param replica its number
   * @param address of its client port, as {@code host:port}
   */
  public record Member(int replica, String address) {}

  public Members {
    members = List.copyOf(members);
  }

  /** Those of {@code membership}; null if a client need not know them. */
  public static Members of(Membership membership) {
    if (membership.number() == 0) {
      return null;
    }
    List<Member> members = new ArrayList<>();
    for (MemberEntry member : membership.members()) {
      if (!member.clientAddress().isEmpty()) {
        members.add(new Member(member.number(), member.clientAddress()));
      }
    }
    return members.isEmpty() ? null : new Members(membership.number(), members);
  }

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    int bytes = Long.BYTES + Integer.BYTES;
    for (Member member : members) {
      bytes += MEMBER_BYTES + member.address().length();
    }
    ByteBuf out = Frame.begin(allocator, FrameType.MEMBERS, bytes).writeLong(number);
    out.writeInt(members.size());
    for (Member member : members) {
      out.writeInt(member.replica()).writeShort(member.address().length());
      out.writeCharSequence(member.address(), StandardCharsets.US_ASCII);
    }
    return Frame.end(out, 0);
  }

  public static Members decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    long number = in.natural("membership");
    if (number < 1 || number > View.MEMBERSHIP_MAX) {
      throw MalformedFrame.body("members of membership %d", number);
    }
    int count = in.count("members", MEMBER_BYTES);
    if (count < 1 || count > Quorums.REPLICAS_MAX) {
      throw MalformedFrame.body("%d members", count);
    }
    List<Member> members = new ArrayList<>(count);
    int last = -1;
    for (int index = 0; index < count; index++) {
      int replica = in.replica("member");
      if (replica <= last) {
        throw MalformedFrame.body("member %d behind member %d", replica, last);
      }
      last = replica;
      members.add(new Member(replica, in.fullAddress("client address")));
    }
    in.end();
    return new Members(number, members);
  }
}
