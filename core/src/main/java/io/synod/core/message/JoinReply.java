package io.synod.core.message;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Origin;
import io.synod.core.cluster.View;

/**
 * Answers {@link Join}.
 *
 * @param membership that of the sender; unless it is the asker's, this is no answer of a member
 * @param to the incarnation that asked; with number 0 if it asked in another membership
 * @param status the member status of the sender
 * @param incarnations the incarnations that the sender knows, its own and the asker's included; one
 *     that joins gives the nonces with which the others have shown themselves last
 * @param promised the view that the sender has promised
 * @param leads whether the sender leads that view
 * @param end of a leader: every slot in which it has proposed anything, or had to propose again, is
 *     before this one; else 0
 * @param decided the sender knows every slot before this one to be decided
 * @param origin of a new replica: the backup that it was restored from
 */
public record JoinReply(
    long membership,
    Incarnation to,
    MemberStatus status,
    Incarnations incarnations,
    View promised,
    boolean leads,
    long end,
    long decided,
    Origin origin)
    implements Message {

  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onJoinReply(from, this);
  }
}
