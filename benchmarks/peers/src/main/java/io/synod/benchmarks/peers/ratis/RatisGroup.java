package io.synod.benchmarks.peers.ratis;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.util.SizeInBytes;

/** The members of the cluster, and the common settings of its servers and clients. */
final class RatisGroup {
  private static final RaftGroupId ID = RaftGroupId.valueOf(new UUID(0, 1));
  private static final SizeInBytes MESSAGE_MAX = SizeInBytes.valueOf("32MB");
  private static final SizeInBytes FLOW_CONTROL_WINDOW = SizeInBytes.valueOf("8MB");

  private RatisGroup() {}

  /**
   * @param members addresses, with commas between them
   */
  static RaftGroup of(String members) {
    List<RaftPeer> peers = new ArrayList<>();
    for (String address : members.split(",")) {
      peers.add(RaftPeer.newBuilder().setId("replica-" + peers.size()).setAddress(address).build());
    }
    return RaftGroup.valueOf(ID, peers);
  }

  static RaftProperties properties() {
    RaftProperties properties = new RaftProperties();
    GrpcConfigKeys.setMessageSizeMax(properties, MESSAGE_MAX);
    GrpcConfigKeys.setFlowControlWindow(properties, FLOW_CONTROL_WINDOW);
    return properties;
  }
}
