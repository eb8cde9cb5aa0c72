package io.synod.core.relay;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.effect.Effects;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Promise;
import io.synod.core.message.Relay;
import io.synod.core.message.Relayable;
import io.synod.core.settings.RelaySettings;
import io.synod.core.time.Jitter;

/**
 * Sends this replica's own Phase 1 and Phase 2 messages, and gathers the answers for the leaders
 * whose messages it relays. Lives as long as the replica.
 */
public final class Relaying {
  private static final int GATHERED_MIN = 64;
  private static final int GATHERED_WINDOWS = 4;

  private final int self;
  private final Dissemination dissemination;
  private final VoteGathering votes;
  private final PromiseGathering promises;

  /**
   * @param window slots that a leader opens at a time
   * @param messageBytes batches that one message carries; one batch always fits
   */
  public Relaying(
      int self,
      Quorums quorums,
      RelaySettings settings,
      int window,
      int messageBytes,
      Jitter jitter) {
    this.self = self;
    ReplicaSet members = quorums.members();
    dissemination =
        settings.isUsedBy(members.size())
            ? new RelayGroups(self, members, settings, window, messageBytes, jitter)
            : new DirectBroadcast(members);
    votes = new VoteGathering(gathered(window), settings.timeoutNanos());
    promises = new PromiseGathering(settings.timeoutNanos(), messageBytes);
  }

  /**
   * A leader goes on to later slots as soon as the quickest groups have decided the earlier ones,
   * of which a slower one still gathers.
   */
  private static int gathered(int window) {
    return Math.max(GATHERED_MIN, GATHERED_WINDOWS * window);
  }

  /** The way of this replica's own messages. */
  public Dissemination dissemination() {
    return dissemination;
  }

  /** Gathers the answers to {@code asked}, one of the messages of {@code order}. */
  public void begin(Relay order, Relayable asked, long nowNanos, Effects out) {
    ReplicaSet group = order.members().with(self);
    if (asked instanceof Accept accept) {
      votes.begin(accept.view(), accept.slot(), group, order.answers(), nowNanos);
    } else {
      promises.begin(asked.view(), group, order.answers(), nowNanos, out);
    }
  }

  /** A vote in the view of another leader. */
  public void onAccepted(Accepted message) {
    votes.onAccepted(message);
  }

  /** A promise to another candidate. */
  public void onPromise(int from, Promise message, Effects out) {
    promises.onPromise(from, message, out);
  }

  public void onDeadline(long nowNanos, Effects out) {
    votes.onDeadline(nowNanos);
    promises.onDeadline(nowNanos, out);
  }

  public long nextWakeUpNanos() {
    return Math.min(votes.nextWakeUpNanos(), promises.nextWakeUpNanos());
  }

  /** Sends what was gathered since the last call. */
  public void endCycle(long nowNanos, Effects out) {
    dissemination.endCycle(nowNanos, out);
    votes.endCycle(out);
  }
}
