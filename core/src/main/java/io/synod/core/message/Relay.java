package io.synod.core.message;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import java.util.List;

/**
 * The leader of a group's view asks the receiver to be the relay of a group: to act on {@code
 * messages} itself, to pass them on to {@code members}, and to gather the answers (PigPaxos,
 * section 3.2).
 *
 * @param members of the group, without the receiver; not empty
 * @param answers votes for one slot, its own included, after which the relay reports to the leader
 *     for the first time (PigPaxos, section 4.2: g_i); at least 1
 * @param messages all of one view, at least one
 */
public record Relay(ReplicaSet members, int answers, List<Relayable> messages) implements Message {

  public Relay {
    messages = List.copyOf(messages);
  }

  /** In which the sender leads or wants to. */
  public View view() {
    return messages.get(0).view();
  }

  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onRelay(from, this);
  }

  @Override
  public boolean bringsValues() {
    return true;
  }
}
