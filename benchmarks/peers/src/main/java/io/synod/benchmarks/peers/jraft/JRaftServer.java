package io.synod.benchmarks.peers.jraft;

import com.alipay.sofa.jraft.RaftGroupService;
import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.core.DefaultJRaftServiceFactory;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.option.NodeOptions;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.rpc.RaftRpcServerFactory;
import com.alipay.sofa.jraft.rpc.RpcServer;
import com.alipay.sofa.jraft.storage.LogStorage;
import com.alipay.sofa.jraft.storage.log.RocksDBSegmentLogStorage;
import io.synod.benchmarks.peers.server.Durability;
import io.synod.benchmarks.peers.server.ServerArguments;
import io.synod.process.Child;

/** One replica. */
final class JRaftServer {
  private static final String GROUP = "peers";
  private static final int ELECTION_MILLIS = 2000;
  private static final int SNAPSHOT_SECONDS = 30;
  private static final int APPLY_BATCH = 256;
  private static final int ENTRIES_PER_APPEND = 1024;
  private static final int APPENDS_IN_FLIGHT = 256;

  private JRaftServer() {}

  public static void main(String[] text) throws InterruptedException {
    ServerArguments arguments = ServerArguments.parse(text);
    Configuration members = new Configuration();
    if (!members.parse(arguments.members())) {
      throw new IllegalArgumentException("not a list of addresses: " + arguments.members());
    }
    PeerId self = members.listPeers().get(arguments.id());
    RpcServer rpc = RaftRpcServerFactory.createRaftRpcServer(self.getEndpoint());
    JRaftProcessor processor = new JRaftProcessor(arguments.answerBytes());
    rpc.registerProcessor(processor);
    RaftGroupService group =
        new RaftGroupService(GROUP, self, nodeOptions(arguments, members), rpc);
    processor.start(group.start());
    Child.say(Child.READY);
    group.join();
  }

  private static NodeOptions nodeOptions(ServerArguments arguments, Configuration members) {
    boolean durable = arguments.durability() == Durability.DURABLE;
    NodeOptions options = new NodeOptions();
    options.setInitialConf(members);
    options.setFsm(new JRaftService());
    options.setLogUri(arguments.data().resolve("log").toString());
    options.setRaftMetaUri(arguments.data().resolve("meta").toString());
    options.setSnapshotUri(arguments.data().resolve("snapshot").toString());
    options.setElectionTimeoutMs(ELECTION_MILLIS);
    options.setSnapshotIntervalSecs(SNAPSHOT_SECONDS);
    options.setRaftOptions(raftOptions(durable));
    if (durable) {
      options.setServiceFactory(new SegmentLogs());
    }
    return options;
  }

  private static RaftOptions raftOptions(boolean durable) {
    RaftOptions options = new RaftOptions();
    options.setApplyBatch(APPLY_BATCH);
    options.setMaxEntriesSize(ENTRIES_PER_APPEND);
    options.setReplicatorPipeline(true);
    options.setMaxReplicatorInflightMsgs(APPENDS_IN_FLIGHT);
    options.setSync(durable);
    options.setSyncMeta(durable);
    return options;
  }

  /** Its newer log, which writes entries once; RocksDB holds only their positions. */
  private static final class SegmentLogs extends DefaultJRaftServiceFactory {

    @Override
    public LogStorage createLogStorage(String uri, RaftOptions options) {
      return new RocksDBSegmentLogStorage(uri, options);
    }
  }
}
