package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * The first frame between two replicas, from the one that dialled.
 *
 * @param terms the settings that must be equal on all replicas, as text
 * @param replicas size of the cluster
 * @param sender number of the replica that dialled
 * @param receiver number of the replica that it means
 * @param levels that the sender speaks
 */
public record PeerHello(
    String clusterName, String terms, int replicas, int sender, int receiver, Levels levels) {

  /** Of this version. */
  public PeerHello(String clusterName, String terms, int replicas, int sender, int receiver) {
    this(clusterName, terms, replicas, sender, receiver, Levels.OWN);
  }

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    byte[] name = BodyWriter.utf8(clusterName);
    byte[] equal = BodyWriter.utf8(terms);
    int bodyBytes = BodyWriter.stringBytes(name) + BodyWriter.stringBytes(equal) + 3 * 4;
    bodyBytes += BodyWriter.levelsBytes(levels);
    ByteBuf out = Frame.begin(allocator, FrameType.PEER_HELLO, bodyBytes);
    BodyWriter.string(BodyWriter.string(out, name), equal)
        .writeInt(replicas)
        .writeInt(sender)
        .writeInt(receiver);
    return Frame.end(BodyWriter.levels(out, levels), 0);
  }

  /** Believes all numbers, so that the receiver can refuse them with a reason. */
  public static PeerHello decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    String clusterName = in.string("cluster name");
    String terms = in.string("terms");
    int replicas = in.int32("count of replicas");
    int sender = in.int32("sender");
    int receiver = in.int32("receiver");
    Levels levels = in.levels();
    in.end();
    return new PeerHello(clusterName, terms, replicas, sender, receiver, levels);
  }
}
