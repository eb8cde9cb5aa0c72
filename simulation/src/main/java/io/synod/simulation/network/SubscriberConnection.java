package io.synod.simulation.network;

import io.synod.core.message.Message;

/**
 * One connection of a learner to a replica, from dialling to its end. What travels keeps its order,
 * and nothing of it is lost but all that would come after. Its two ends learn of its end each in
 * its own time.
 */
public final class SubscriberConnection {
  private final SubscriberNetwork network;
  private final int learner;
  private final int replica;
  private final Listener listener;
  private final Wire toReplica;
  private final Wire toLearner;
  private boolean isBroken;
  private boolean isGoneAtLearner;
  private boolean isGoneAtReplica;

  /** The learner's end. */
  public interface Listener {

    /** The replica takes subscribers. */
    void onWelcome(SubscriberConnection from);

    void onMessage(SubscriberConnection from, Message message);

    /** There is no connection, or no more. */
    void onEnd(SubscriberConnection from);
  }

  /** The replica's end, of all its connections. */
  public interface Port {
    void onDialled(SubscriberConnection from);

    void onSubscribe(SubscriberConnection from, long first, long creditBytes, long beatNanos);

    void onCredit(SubscriberConnection from, long bytes);

    void onMessage(SubscriberConnection from, Message message);

    void onClosed(SubscriberConnection from);
  }

  SubscriberConnection(SubscriberNetwork network, int learner, int replica, Listener listener) {
    this.network = network;
    this.learner = learner;
    this.replica = replica;
    this.listener = listener;
    toReplica = network.newWire();
    toLearner = network.newWire();
  }

  public int learner() {
    return learner;
  }

  public int replica() {
    return replica;
  }

  /** The learner subscribes, or does so anew. */
  public void subscribe(long first, long creditBytes, long beatNanos) {
    up(() -> network.port(replica).onSubscribe(this, first, creditBytes, beatNanos));
  }

  public void credit(long bytes) {
    up(() -> network.port(replica).onCredit(this, bytes));
  }

  /** The learner asks. */
  public void ask(Message message) {
    byte[] frame = network.encode(message);
    up(() -> network.port(replica).onMessage(this, network.decode(frame)));
  }

  /** The learner leaves, and hears nothing more; or its process has died. */
  public void close() {
    if (!isGoneAtLearner) {
      up(this::endAtReplica);
      isGoneAtLearner = true;
    }
  }

  /** The replica takes subscribers. */
  public void welcome() {
    down(() -> listener.onWelcome(this));
  }

  /** The replica tells. */
  public void tell(Message message) {
    byte[] frame = network.encode(message);
    down(() -> listener.onMessage(this, network.decode(frame)));
  }

  /** Whether it has not broken, whatever its ends know. */
  public boolean holds() {
    return !isBroken;
  }

  /** Whether the replica knows nothing of its end. */
  public boolean isOpen() {
    return !isGoneAtReplica;
  }

  /**
   * The replica is not there, or its process has died.
   *
   * @param isTold whether the learner is told: a machine that is gone says nothing
   */
  public void die(boolean isTold) {
    isGoneAtReplica = true;
    if (isTold) {
      down(this::endAtLearner);
    }
    isBroken = true;
    network.over(this);
  }

  void dial() {
    up(() -> network.port(replica).onDialled(this));
  }

  /** What is under way arrives; nothing else does. */
  void breakDown() {
    if (!isBroken) {
      isBroken = true;
      network.over(this);
      network.tellLater(this);
    }
  }

  void endAtLearner() {
    if (!isGoneAtLearner) {
      isGoneAtLearner = true;
      listener.onEnd(this);
    }
  }

  void endAtReplica() {
    if (!isGoneAtReplica) {
      isGoneAtReplica = true;
      network.over(this);
      network.port(replica).onClosed(this);
    }
  }

  void calm() {
    toReplica.calm();
    toLearner.calm();
  }

  private void up(Runnable arrival) {
    if (network.breaksNow()) {
      breakDown();
    }
    if (!isBroken && !isGoneAtLearner) {
      toReplica.carry(
          () -> {
            if (!isGoneAtReplica) {
              arrival.run();
            }
          });
    }
  }

  private void down(Runnable arrival) {
    if (network.breaksNow()) {
      breakDown();
    }
    if (!isBroken) {
      toLearner.carry(
          () -> {
            if (!isGoneAtLearner) {
              arrival.run();
            }
          });
    }
  }

  @Override
  public String toString() {
    return "learner " + learner + " at " + replica;
  }
}
