package io.synod.benchmarks.peers.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Publication;
import io.aeron.cluster.codecs.CloseReason;
import io.aeron.cluster.service.ClientSession;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusteredService;
import io.aeron.logbuffer.Header;
import io.synod.benchmarks.process.ChildLines;
import io.synod.process.Child;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A service without state. Its answers begin like their requests, because Aeron's client does not
 * match answers to requests. On the service's thread.
 */
final class AeronService implements ClusteredService {
  private final UnsafeBuffer answer;
  private Cluster cluster;
  private IdleStrategy idle;

  AeronService(int answerBytes) {
    answer = new UnsafeBuffer(new byte[answerBytes]);
  }

  @Override
  public void onStart(Cluster started, Image snapshot) {
    cluster = started;
    idle = started.idleStrategy();
  }

  @Override
  public void onSessionMessage(
      ClientSession session,
      long timestamp,
      DirectBuffer buffer,
      int offset,
      int length,
      Header header) {
    answer.putLong(0, buffer.getLong(offset));
    idle.reset();
    long offered = session.offer(answer, 0, answer.capacity());
    // Any other result means that the client has left and does not wait for the answer.
    while (offered == Publication.BACK_PRESSURED || offered == Publication.ADMIN_ACTION) {
      idle.idle();
      offered = session.offer(answer, 0, answer.capacity());
    }
  }

  @Override
  public void onNewLeadershipTermEvent(
      long leadershipTerm,
      long logPosition,
      long timestamp,
      long termBaseLogPosition,
      int leaderMember,
      int logSession,
      TimeUnit timeUnit,
      int appVersion) {
    if (leaderMember == cluster.memberId()) {
      Child.say(ChildLines.LEADS + leadershipTerm);
    }
  }

  @Override
  public void onSessionOpen(ClientSession session, long timestamp) {
    // A session has no state.
  }

  @Override
  public void onSessionClose(ClientSession session, long timestamp, CloseReason reason) {
    // As above.
  }

  @Override
  public void onTimerEvent(long correlation, long timestamp) {
    // No timer is ever set.
  }

  @Override
  public void onTakeSnapshot(ExclusivePublication snapshot) {
    // The state is empty.
  }

  @Override
  public void onRoleChange(Cluster.Role role) {
    // The term says who leads.
  }

  @Override
  public void onTerminate(Cluster terminating) {
    // The process is killed by its parent.
  }
}
