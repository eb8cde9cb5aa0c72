package io.synod.benchmarks.peers;

import io.synod.benchmarks.cluster.BenchOptions;
import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.peers.aeron.AeronPeer;
import io.synod.benchmarks.peers.jraft.JRaftPeer;
import io.synod.benchmarks.peers.ratis.RatisPeer;
import io.synod.benchmarks.peers.server.Durability;
import io.synod.benchmarks.peers.server.Peer;
import io.synod.benchmarks.peers.server.PeerServers;
import io.synod.benchmarks.process.HostedService;
import io.synod.benchmarks.process.Servers;
import io.synod.benchmarks.process.YardstickServers;
import io.synod.link.LinkShape;
import io.synod.process.Children;
import io.synod.replica.config.ThreadLayout;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** A system that is measured. */
enum Contender {
  SYNOD_STAGED(synod(ThreadLayout.STAGED)),
  SYNOD_SPLIT(synod(ThreadLayout.SPLIT)),
  SYNOD_MERGED(synod(ThreadLayout.MERGED)),
  AERON(peer(children -> AeronPeer.plan(children, Contender.REPLICAS))),
  RATIS(peer(children -> RatisPeer.plan(Contender.REPLICAS))),
  JRAFT(peer(children -> JRaftPeer.plan(Contender.REPLICAS))),
  ECHO(Contender::startEcho);

  private static final int REPLICAS = 3;

  private final Start start;

  private interface Start {
    Servers start(Children children, PeersOptions options, Point point) throws InterruptedException;
  }

  Contender(Start start) {
    this.start = start;
  }

  /** Its name in options and reports. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether it has a log; without one all durabilities are alike. */
  boolean isReplicated() {
    return this != ECHO;
  }

  /**
   * Starts its processes and waits until they listen.
   *
   * @throws io.synod.process.ProcessFailure if one ends or does not respond
   */
  Servers start(Children children, PeersOptions options, Point point) throws InterruptedException {
    return start.start(children, options, point);
  }

  private static Start synod(ThreadLayout layout) {
    return (children, options, point) -> {
      var level =
          point.durability() == Durability.MEMORY
              ? io.synod.core.settings.Durability.MEMORY
              : io.synod.core.settings.Durability.SYNC;
      HostedService sizes = HostedService.idle(options.answerBytes(), 0);
      BenchOptions bench =
          new BenchOptions(
              REPLICAS,
              List.of(layout),
              List.of(level),
              List.of(),
              LinkShape.STRAIGHT,
              List.of(),
              options.load(point),
              sizes,
              options.span(),
              1,
              options.jvmOptions());
      return bench.start(children, bench.config(layout, level));
    };
  }

  private static Start peer(Function<Children, Peer> plan) {
    return (children, options, point) ->
        PeerServers.start(
            children, plan.apply(children), point.durability(), options.answerBytes());
  }

  private static Servers startEcho(Children children, PeersOptions options, Point point)
      throws InterruptedException {
    Load load = options.load(point);
    return YardstickServers.echo(children, options.answerBytes(), load.outstandingPerConnection());
  }
}
