package io.synod.replica.stage;

import io.netty.channel.EventLoop;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.execution.Execution;
import io.synod.core.message.Message;
import io.synod.core.recovery.Recovered;
import io.synod.core.replica.Replica;
import io.synod.network.peer.PeerListener;
import io.synod.network.peer.PeerNetwork;
import io.synod.network.peer.PeerSettings;
import io.synod.replica.assembly.CoreSettings;
import io.synod.replica.config.ReplicaAddress;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.executor.ManualExecutor;
import io.synod.replica.executor.StageExecutor;
import io.synod.replica.instrumentation.StageTally;
import io.synod.storage.Journal;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;

/** Protocol stages of one of two replicas, connected with nobody. */
final class ProtocolStages {
  final SynodConfig config =
      SynodConfig.builder()
          .set("cluster.name", "test")
          .replica(0, "127.0.0.1", 7100, 7200)
          .replica(1, "127.0.0.1", 7101, 7201)
          .build();

  private final EventLoop loop;

  ProtocolStages(EventLoop loop) {
    this.loop = loop;
  }

  ProtocolStage stage(
      StageExecutor executor,
      Journal journal,
      Consumer<ProtocolEvent> observer,
      ProtocolStage.Bounds bounds,
      ReplicaWatch watch) {
    ProtocolStage protocol =
        new ProtocolStage(
            executor,
            new Replica(CoreSettings.replica(config, 0), Recovered.nothing(1), 1),
            CoreSettings.replica(config, 0),
            journal,
            new ProtocolStage.Hooks(
                observer,
                new SharedStatus(List.of("127.0.0.1:7200"), 0, leadership -> {}),
                new StageTally(false),
                ProtocolStages::fail,
                bounds,
                watch));
    protocol.connect(peers(), null, service(), null);
    return protocol;
  }

  private static void fail(Throwable failure) {
    throw new AssertionError(failure);
  }

  /** Not started. */
  private PeerNetwork peers() {
    List<InetSocketAddress> addresses =
        config.cluster().replicas().stream().map(ReplicaAddress::peer).toList();
    return new PeerNetwork(
        new PeerSettings("test", "", 0, addresses, 1 << 20, 1 << 20, 1), loop, new NoPeers());
  }

  private ServiceStage service() {
    return new ServiceStage(
        new ManualExecutor(),
        new Execution(new FixedAnswers(0), config.session()),
        new ServiceStage.ReadLimits(1, 1),
        new ReplyRoutes(1 << 20, new ReplyRoutes.Limits(1, 1), new StageTally(false)),
        ReplicaWatch.NONE,
        ProtocolStages::fail);
  }

  private static final class NoPeers implements PeerListener {
    @Override
    public void onMessage(int from, Message message, int bytes) {}

    @Override
    public void onConnected(int replica) {}

    @Override
    public void onDisconnected(int replica) {}
  }
}
