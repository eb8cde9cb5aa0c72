package io.synod.simulation.explore;

import io.synod.core.cluster.View;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.Message;
import io.synod.core.message.Promise;
import io.synod.core.message.Vote;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers for messages, so that those in flight are a set of bits. Messages that differ only in
 * parts without effect within the bound have one number: see {@link #relevant}.
 */
final class Messages {
  private final Map<Envelope, Integer> numbers = new HashMap<>();
  private final List<Envelope> byNumber = new ArrayList<>();
  private final List<MessageSummary> summaries = new ArrayList<>();

  int number(Envelope envelope) {
    Envelope key = new Envelope(envelope.from(), envelope.to(), relevant(envelope.message()));
    Integer known = numbers.putIfAbsent(key, byNumber.size());
    if (known != null) {
      return known;
    }
    byNumber.add(envelope);
    summaries.add(MessageSummary.of(envelope));
    return byNumber.size() - 1;
  }

  Envelope at(int number) {
    return byNumber.get(number);
  }

  MessageSummary summary(int number) {
    return summaries.get(number);
  }

  /** The receiver of {@code number}. */
  int receiver(int number) {
    return byNumber.get(number).to();
  }

  int count() {
    return byNumber.size();
  }

  /**
   * Removes the parts without effect. Heartbeat rounds serve reads, and there are none. The end of
   * the slots that all have executed only cuts the log, which stays short. No replica uses the view
   * in which a decision was voted for.
   */
  private static Message relevant(Message message) {
    if (message instanceof Heartbeat beat) {
      return new Heartbeat(beat.view(), beat.decided(), 0, 0, 0);
    }
    if (message instanceof HeartbeatAck ack) {
      return new HeartbeatAck(ack.view(), 0, ack.decided(), 0, 0);
    }
    if (message instanceof Promise promise) {
      return new Promise(
          promise.view(),
          promise.first(),
          promise.end(),
          promise.logEnd(),
          promise.votes().stream().map(Messages::relevant).toList(),
          promise.incarnations());
    }
    return message;
  }

  private static Vote relevant(Vote vote) {
    return vote.decided() ? new Vote(vote.slot(), View.NONE, true, vote.batch()) : vote;
  }
}
