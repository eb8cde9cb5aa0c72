package io.synod.benchmarks.peers.jraft;

import com.alipay.sofa.jraft.error.RemotingException;
import com.alipay.sofa.jraft.option.RpcOptions;
import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.util.Endpoint;
import com.alipay.sofa.jraft.util.RpcFactoryHelper;
import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.Measurement;
import io.synod.benchmarks.load.Target;
import io.synod.benchmarks.peers.load.Cycle;
import io.synod.benchmarks.peers.load.PeerClient;
import java.util.Arrays;
import java.util.List;

/** One client: asynchronous calls on one connection to the leader. Any thread. */
final class JRaftClient implements PeerClient {
  private final RpcClient rpc;
  private final List<Endpoint> members;
  private final JRaftRequest request;

  // The last known address of the leader.
  private volatile Endpoint leader;

  private JRaftClient(RpcClient rpc, List<Endpoint> members, JRaftRequest request) {
    this.rpc = rpc;
    this.members = members;
    this.request = request;
    this.leader = members.get(0);
  }

  /** Connects with the first request. */
  static JRaftClient connect(Target target, Load load) {
    RpcClient rpc = RpcFactoryHelper.rpcFactory().createRpcClient();
    if (!rpc.init(new RpcOptions())) {
      throw new IllegalStateException("JRaft's client does not start");
    }
    List<Endpoint> members =
        Arrays.stream(target.addresses().split(",")).map(JRaftClient::endpoint).toList();
    return new JRaftClient(rpc, members, new JRaftRequest(new byte[load.requestBytes()]));
  }

  private static Endpoint endpoint(String address) {
    int colon = address.indexOf(':');
    return new Endpoint(
        address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
  }

  @Override
  public void start(List<Cycle> cycles) {
    cycles.forEach(Cycle::send);
  }

  @Override
  public void send(Cycle cycle) {
    Endpoint to = leader;
    long timeoutMillis = Measurement.REQUEST_TIMEOUT.toMillis();
    try {
      rpc.invokeAsync(
          to, request, (answer, failure) -> ended(cycle, to, answer, failure), timeoutMillis);
    } catch (RemotingException refused) {
      lookElsewhere(to, null);
      cycle.failed(refused.toString());
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
      cycle.failed("interrupted");
    }
  }

  private void ended(Cycle cycle, Endpoint from, Object answer, Throwable failure) {
    if (failure != null) {
      lookElsewhere(from, null);
      cycle.failed(failure.toString());
      return;
    }
    JRaftAnswer received = (JRaftAnswer) answer;
    if (received.isRefused()) {
      lookElsewhere(from, received.leader());
      cycle.failed(received.refusal());
    } else {
      cycle.answered(received.payload().length);
    }
  }

  /** Switches to the named leader or, if it is unknown, to the next replica. */
  private void lookElsewhere(Endpoint refusing, String named) {
    Endpoint next = members.get((members.indexOf(refusing) + 1) % members.size());
    leader = named == null ? next : endpoint(named);
  }

  @Override
  public void close() {
    rpc.shutdown();
  }
}
