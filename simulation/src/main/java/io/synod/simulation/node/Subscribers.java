package io.synod.simulation.node;

import io.synod.core.event.Event;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Message;
import io.synod.core.message.QuorumRead;
import io.synod.core.settings.Consistency;
import io.synod.simulation.check.Violation;
import io.synod.simulation.network.SubscriberConnection;
import java.util.ArrayList;
import java.util.List;

/** A process's side of the connections of those who follow it. They end with it. */
final class Subscribers implements SubscriberConnection.Port {
  private final Life life;
  private final List<SubscriberConnection> open = new ArrayList<>();
  private boolean hadAny;
  private int leaving;

  Subscribers(Life life) {
    this.life = life;
  }

  /** Whether there ever was one. */
  boolean hadAny() {
    return hadAny;
  }

  /** How many are connected, or were until a moment ago. */
  int count() {
    return open.size() + leaving;
  }

  /** The protocol knows that one is gone. */
  void left() {
    leaving--;
  }

  @Override
  public void onDialled(SubscriberConnection from) {
    life.process()
        .run(
            () -> {
              hadAny = true;
              open.add(from);
              from.welcome();
            });
  }

  @Override
  public void onSubscribe(SubscriberConnection from, long first, long creditBytes, long beatNanos) {
    pass(from, new Event.Subscribed(from, first, creditBytes, beatNanos));
  }

  @Override
  public void onCredit(SubscriberConnection from, long bytes) {
    pass(from, new Event.Credited(from, bytes));
  }

  @Override
  public void onMessage(SubscriberConnection from, Message message) {
    if (message instanceof FetchSnapshot request) {
      pass(from, new Event.SnapshotAsked(from, request));
    } else if (message instanceof QuorumRead request) {
      ReadPoint point = new ReadPoint(from, request.round());
      pass(from, new Event.ReadRequested(point, Consistency.QUORUM));
    } else {
      throw new Violation("a learner sends %s", message);
    }
  }

  @Override
  public void onClosed(SubscriberConnection from) {
    life.process()
        .run(
            () -> {
              open.remove(from);
              leaving++;
              life.serve(new Event.Unsubscribed(from));
            });
  }

  /**
   * The process is gone.
   *
   * @param isTold whether its machine lives to say so
   */
  void die(boolean isTold) {
    open.forEach(connection -> connection.die(isTold));
    open.clear();
  }

  private void pass(SubscriberConnection from, Event wanted) {
    life.process()
        .run(
            () -> {
              if (open.contains(from)) {
                life.serve(wanted);
              }
            });
  }
}
