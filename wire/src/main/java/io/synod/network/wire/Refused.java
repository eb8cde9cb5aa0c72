package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * The sender does not talk to the receiver, on either port; it closes the connection behind this. A
 * later try may succeed, or the configuration must be corrected.
 */
public record Refused(String reason) {
  /** How a refusal ends that no later try changes: the subscriber has other settings. */
  public static final String OTHER_SETTINGS = "give it the configuration of the replicas";

  /** How a refusal ends if the receiver has asked a replica of another cluster. */
  public static final String OTHER_CLUSTER = "check the address and the cluster's name";

  /** Whether the receiver is a subscriber with other settings than the sender. */
  public boolean isForSettings() {
    return reason.endsWith(OTHER_SETTINGS);
  }

  /** Whether the sender belongs to another cluster than the receiver. */
  public boolean isForCluster() {
    return reason.endsWith(OTHER_CLUSTER);
  }

  /**
   * To a replica or client that has connected to the other one's port.
   *
   * @param port in words, such as "the port for clients of replica 1, not its port for replicas"
   */
  public static Refused wrongPort(String port) {
    return new Refused(
        "this is %s; check the ports of its line in the properties file (host:peer-port:client-port)"
            .formatted(port));
  }

  /** The frame; the caller owns it. */
  public ByteBuf encode(ByteBufAllocator allocator) {
    byte[] text = BodyWriter.utf8(reason);
    ByteBuf out = Frame.begin(allocator, FrameType.REFUSED, BodyWriter.stringBytes(text));
    return Frame.end(BodyWriter.string(out, text), 0);
  }

  public static Refused decode(ByteBuf body) throws MalformedFrame {
    BodyReader in = new BodyReader(body);
    Refused refused = new Refused(in.string("reason"));
    in.end();
    return refused;
  }
}
