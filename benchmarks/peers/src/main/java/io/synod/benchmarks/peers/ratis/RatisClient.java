package io.synod.benchmarks.peers.ratis;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.Measurement;
import io.synod.benchmarks.load.Target;
import io.synod.benchmarks.peers.load.Cycle;
import io.synod.benchmarks.peers.load.PeerClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.client.RaftClientConfigKeys;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.ratis.util.TimeDuration;

/** One client: ordered asynchronous requests on one stream to the leader. Any thread. */
final class RatisClient implements PeerClient {
  private static final int OUTSTANDING_MIN = 4096;

  private final RaftClient client;
  private final Message request;

  private RatisClient(RaftClient client, Message request) {
    this.client = client;
    this.request = request;
  }

  /** Connects with the first request. */
  static RatisClient connect(Target target, Load load) {
    RaftProperties properties = RatisGroup.properties();
    // With a smaller limit, sending would block the thread that delivers the answers.
    int outstanding = Math.max(OUTSTANDING_MIN, load.outstandingPerConnection());
    RaftClientConfigKeys.Async.setOutstandingRequestsMax(properties, outstanding);
    RaftClientConfigKeys.Rpc.setRequestTimeout(
        properties,
        TimeDuration.valueOf(Measurement.REQUEST_TIMEOUT.toSeconds(), TimeUnit.SECONDS));
    RaftClient client =
        RaftClient.newBuilder()
            .setProperties(properties)
            .setRaftGroup(RatisGroup.of(target.addresses()))
            .build();
    byte[] payload = new byte[load.requestBytes()];
    return new RatisClient(client, Message.valueOf(UnsafeByteOperations.unsafeWrap(payload)));
  }

  @Override
  public void start(List<Cycle> cycles) {
    cycles.forEach(Cycle::send);
  }

  @Override
  public void send(Cycle cycle) {
    client.async().send(request).whenComplete((reply, failure) -> ended(cycle, reply, failure));
  }

  private static void ended(Cycle cycle, RaftClientReply reply, Throwable failure) {
    if (failure != null) {
      cycle.failed(failure.toString());
    } else if (!reply.isSuccess()) {
      cycle.failed(String.valueOf(reply.getException()));
    } else {
      cycle.answered(reply.getMessage().getContent().size());
    }
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (IOException broken) {
      throw new UncheckedIOException("a client of Ratis cannot be closed", broken);
    }
  }
}
