package io.synod.benchmarks.peers.ratis;

import io.synod.benchmarks.peers.server.Durability;
import io.synod.benchmarks.peers.server.ServerArguments;
import io.synod.process.Child;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

/** One replica. */
final class RatisServer {
  private static final SizeInBytes SEGMENT = SizeInBytes.valueOf("64MB");
  private static final SizeInBytes WRITE_BUFFER = SizeInBytes.valueOf("36MB");
  private static final SizeInBytes APPEND = SizeInBytes.valueOf("4MB");
  private static final SizeInBytes QUEUE = SizeInBytes.valueOf("256MB");
  private static final int QUEUE_ELEMENTS = 1 << 16;
  private static final int APPENDS_OUTSTANDING = 128;
  private static final int ENTRIES_PER_SYNC = 1024;
  private static final int SNAPSHOT_ENTRIES = 200_000;
  private static final TimeDuration ELECTION_MIN = TimeDuration.valueOf(1, TimeUnit.SECONDS);
  private static final TimeDuration ELECTION_MAX = TimeDuration.valueOf(2, TimeUnit.SECONDS);

  private RatisServer() {}

  public static void main(String[] text) throws IOException, InterruptedException {
    ServerArguments arguments = ServerArguments.parse(text);
    RaftGroup group = RatisGroup.of(arguments.members());
    RaftPeer self = group.getPeer(RaftPeerId.valueOf("replica-" + arguments.id()));
    try (RaftServer server =
        RaftServer.newBuilder()
            .setServerId(self.getId())
            .setGroup(group)
            .setProperties(properties(arguments, self))
            .setStateMachine(new RatisService(arguments.answerBytes()))
            .build()) {
      server.start();
      Child.say(Child.READY);
      // The lifeline ends this process.
      Thread.currentThread().join();
    }
  }

  private static RaftProperties properties(ServerArguments arguments, RaftPeer self) {
    RaftProperties properties = RatisGroup.properties();
    String address = self.getAddress();
    int port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
    GrpcConfigKeys.Server.setPort(properties, port);
    GrpcConfigKeys.Server.setLeaderOutstandingAppendsMax(properties, APPENDS_OUTSTANDING);
    RaftServerConfigKeys.setStorageDir(properties, List.of(arguments.data().toFile()));
    RaftServerConfigKeys.Rpc.setTimeoutMin(properties, ELECTION_MIN);
    RaftServerConfigKeys.Rpc.setTimeoutMax(properties, ELECTION_MAX);
    RaftServerConfigKeys.Write.setElementLimit(properties, QUEUE_ELEMENTS);
    RaftServerConfigKeys.Write.setByteLimit(properties, QUEUE);
    setLog(properties);
    // On a file system in memory a sync would only cost a call.
    boolean unsynced = arguments.durability() == Durability.MEMORY;
    RaftServerConfigKeys.Log.setUnsafeFlushEnabled(properties, unsynced);
    return properties;
  }

  private static void setLog(RaftProperties properties) {
    RaftServerConfigKeys.Log.setSegmentSizeMax(properties, SEGMENT);
    RaftServerConfigKeys.Log.setPreallocatedSize(properties, SEGMENT);
    RaftServerConfigKeys.Log.setWriteBufferSize(properties, WRITE_BUFFER);
    RaftServerConfigKeys.Log.setQueueElementLimit(properties, QUEUE_ELEMENTS);
    RaftServerConfigKeys.Log.setQueueByteLimit(properties, QUEUE);
    RaftServerConfigKeys.Log.setForceSyncNum(properties, ENTRIES_PER_SYNC);
    RaftServerConfigKeys.Log.setPurgeUptoSnapshotIndex(properties, true);
    RaftServerConfigKeys.Log.Appender.setBufferByteLimit(properties, APPEND);
    RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(properties, true);
    RaftServerConfigKeys.Snapshot.setAutoTriggerThreshold(properties, SNAPSHOT_ENTRIES);
    RaftServerConfigKeys.Snapshot.setRetentionFileNum(properties, 1);
  }
}
