package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.cluster.View;
import io.synod.core.format.Extension;
import java.nio.ByteBuffer;

/**
 * The first frame between two replicas, from the one that dialled.
 *
 * @param terms the settings that must be equal on all replicas, as text
 * @param replicas size of the cluster
 * @param sender number of the replica that dialled
 * @param receiver number of the replica that it means
 * @param levels that the sender speaks
 * @param membership number of the membership that the sender is in
 * @param isStandby whether the sender is no member of that
 */
public record PeerHello(
    String clusterName,
    String terms,
    int replicas,
    int sender,
    int receiver,
    Levels levels,
    long membership,
    boolean isStandby) {

  // Of the field in the extension; it is left out by a member of the first membership.
  private static final int MEMBERSHIP_TAG = 4;
  private static final int MEMBERSHIP_BYTES = Long.BYTES + 1;

  /** Of a member of the first membership. */
  public PeerHello(
      String clusterName, String terms, int replicas, int sender, int receiver, Levels levels) {
    this(clusterName, terms, replicas, sender, receiver, levels, 0, false);
  }

  /** Of a member of the first membership, and of this version. */
  public PeerHello(String clusterName, String terms, int replicas, int sender, int receiver) {
    this(clusterName, terms, replicas, sender, receiver, Levels.OWN);
  }

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    byte[] name = BodyWriter.utf8(clusterName);
    byte[] equal = BodyWriter.utf8(terms);
    Extension extension = extension();
    int bodyBytes = BodyWriter.stringBytes(name) + BodyWriter.stringBytes(equal) + 3 * 4;
    ByteBuf out = Frame.begin(allocator, FrameType.PEER_HELLO, bodyBytes + extension.bytes());
    BodyWriter.string(BodyWriter.string(out, name), equal)
        .writeInt(replicas)
        .writeInt(sender)
        .writeInt(receiver)
        .writeBytes(extension.encoded());
    return Frame.end(out, 0);
  }

  private Extension extension() {
    if (membership == 0 && !isStandby) {
      return levels.extension();
    }
    ByteBuffer field = ByteBuffer.allocate(MEMBERSHIP_BYTES);
    field.putLong(membership).put((byte) (isStandby ? 1 : 0));
    return levels.extension().with(MEMBERSHIP_TAG, field.array());
  }

  /** Believes all numbers, so that the receiver can refuse them with a reason. */
  public static PeerHello decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    String clusterName = in.string("cluster name");
    String terms = in.string("terms");
    int replicas = in.int32("count of replicas");
    int sender = in.int32("sender");
    int receiver = in.int32("receiver");
    Extension extension = in.extension();
    in.end();
    Levels levels = Levels.of(extension);
    byte[] field = extension.value(MEMBERSHIP_TAG);
    if (field == null) {
      return new PeerHello(clusterName, terms, replicas, sender, receiver, levels);
    }
    ByteBuffer said = ByteBuffer.wrap(field);
    if (field.length != MEMBERSHIP_BYTES
        || said.getLong(0) < 0
        || said.getLong(0) > View.MEMBERSHIP_MAX
        || (said.get(Long.BYTES) & ~1) != 0) {
      throw MalformedFrame.body("the extension has no membership of %d bytes", MEMBERSHIP_BYTES);
    }
    boolean isStandby = said.get(Long.BYTES) == 1;
    return new PeerHello(
        clusterName, terms, replicas, sender, receiver, levels, said.getLong(0), isStandby);
  }
}
