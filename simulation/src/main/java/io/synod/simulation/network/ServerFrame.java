package io.synod.simulation.network;

import io.synod.core.cluster.View;
import io.synod.core.execution.ReplyStatus;
import java.util.Arrays;

/** What a replica sends to a client. */
public sealed interface ServerFrame {

  void visit(int replica, Visitor visitor);

  /** One method for each frame. */
  interface Visitor {
    void onReply(int replica, Reply frame);

    void onBusy(int replica, Busy frame);

    void onLeader(int replica, Leader frame);
  }

  /**
   * Answers a request, or with session 0 a query.
   *
   * @param answer not to be changed
   */
  record Reply(long session, long sequence, ReplyStatus status, byte[] answer)
      implements ServerFrame {
    @Override
    public void visit(int replica, Visitor visitor) {
      visitor.onReply(replica, this);
    }

    @Override
    public String toString() {
      return "Reply[session=%x, sequence=%d, %s, %s]"
          .formatted(session, sequence, status, Arrays.toString(answer));
    }
  }

  /** Everything of {@code session} from {@code first} on was refused: to be sent again. */
  record Busy(long session, long first) implements ServerFrame {
    @Override
    public void visit(int replica, Visitor visitor) {
      visitor.onBusy(replica, this);
    }
  }

  /**
   * What was sent here and not answered is not this replica's any more.
   *
   * @param leader -1 if unknown
   */
  record Leader(View view, int leader) implements ServerFrame {
    @Override
    public void visit(int replica, Visitor visitor) {
      visitor.onLeader(replica, this);
    }
  }
}
