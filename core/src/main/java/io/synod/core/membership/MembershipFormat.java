package io.synod.core.membership;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.ReplicaSet;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of a membership, in the log and in snapshots. Big-endian:
 *
 * <pre>
 *   long number, long first slot, int alpha, byte Phase 1 quorum, byte Phase 2 quorum,
 *   int former numbers as bits, long cluster,
 *   byte count of members; then each:
 *     byte number, long since, byte priority, long incarnation number, long incarnation nonce,
 *     u16 length and bytes of the peer address, then of the client address, in ASCII
 * </pre>
 *
 * A later version that needs more uses another control sequence of the log: replicas must never
 * read the same change differently.
 */
public final class MembershipFormat {
  private static final int HEADER_BYTES = 3 * Long.BYTES + 2 * Integer.BYTES + 3;
  private static final int MEMBER_BYTES = 3 * Long.BYTES + 2 * Short.BYTES + 2;

  private MembershipFormat() {}

  public static byte[] encoded(Membership membership) {
    int bytes = HEADER_BYTES;
    for (MemberEntry member : membership.members()) {
      bytes += MEMBER_BYTES + member.peerAddress().length() + member.clientAddress().length();
    }
    ByteBuffer out = ByteBuffer.allocate(bytes);
    out.putLong(membership.number()).putLong(membership.first()).putInt(membership.alpha());
    out.put((byte) membership.phase1()).put((byte) membership.phase2());
    out.putInt(membership.former().bits()).putLong(membership.cluster());
    out.put((byte) membership.members().size());
    for (MemberEntry member : membership.members()) {
      out.put((byte) member.number()).putLong(member.since()).put((byte) member.priority());
      out.putLong(member.incarnation().number()).putLong(member.incarnation().nonce());
      putText(out, member.peerAddress());
      putText(out, member.clientAddress());
    }
    return out.array();
  }

  private static void putText(ByteBuffer out, String text) {
    out.putShort((short) text.length()).put(text.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Reads one membership, which fills {@code bytes}.
   *
   * @throws IllegalArgumentException if they are not one
   */
  public static Membership decoded(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      Membership read = read(in);
      if (in.hasRemaining()) {
        throw new IllegalArgumentException(in.remaining() + " bytes behind a membership");
      }
      return read;
    } catch (BufferUnderflowException early) {
      throw new IllegalArgumentException("a membership ends early", early);
    }
  }

  private static Membership read(ByteBuffer in) {
    long number = in.getLong();
    long first = in.getLong();
    int alpha = in.getInt();
    int phase1 = in.get();
    int phase2 = in.get();
    ReplicaSet former = new ReplicaSet(in.getInt());
    long cluster = in.getLong();
    int count = in.get();
    List<MemberEntry> members = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      members.add(readMember(in));
    }
    return new Membership(number, first, alpha, members, phase1, phase2, former, cluster);
  }

  private static MemberEntry readMember(ByteBuffer in) {
    int number = in.get();
    long since = in.getLong();
    int priority = Byte.toUnsignedInt(in.get());
    Incarnation incarnation = new Incarnation(in.getLong(), in.getLong());
    return new MemberEntry(number, since, text(in), text(in), priority, incarnation);
  }

  private static String text(ByteBuffer in) {
    int length = Short.toUnsignedInt(in.getShort());
    if (length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
