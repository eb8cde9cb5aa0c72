package io.synod.benchmarks.peers.jraft;

import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.entity.Task;
import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcProcessor;
import java.nio.ByteBuffer;

/** Proposes requests and answers them. On Bolt's threads; answers on that of the service. */
final class JRaftProcessor implements RpcProcessor<JRaftRequest> {
  private final byte[] answer;

  // Set before the first request can arrive: without the node there is no leader.
  private volatile Node node;

  JRaftProcessor(int answerBytes) {
    answer = new byte[answerBytes];
  }

  void start(Node started) {
    node = started;
  }

  @Override
  public void handleRequest(RpcContext context, JRaftRequest request) {
    Node replica = node;
    if (replica == null || !replica.isLeader()) {
      refuse(context, "not the leader");
      return;
    }
    ByteBuffer payload = ByteBuffer.wrap(request.payload());
    replica.apply(new Task(payload, status -> answer(context, status)));
  }

  private void answer(RpcContext context, Status status) {
    if (status.isOk()) {
      context.sendResponse(JRaftAnswer.of(answer));
    } else {
      refuse(context, status.toString());
    }
  }

  private void refuse(RpcContext context, String reason) {
    Node replica = node;
    PeerId leader = replica == null ? null : replica.getLeaderId();
    String address = leader == null ? null : leader.getEndpoint().toString();
    context.sendResponse(JRaftAnswer.refused(reason, address));
  }

  @Override
  public String interest() {
    return JRaftRequest.class.getName();
  }
}
