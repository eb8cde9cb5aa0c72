package io.synod.network.peer;

import io.synod.core.message.Message;
import io.synod.network.wire.Refused;

/** Told what happens between this replica and its peers; called on the network's event loop. */
public interface PeerListener {

  void onMessage(int from, Message message);

  /** Messages to {@code replica} are sent from now on. */
  void onConnected(int replica);

  /** Messages to {@code replica} are dropped from now on. */
  void onDisconnected(int replica);

  /**
   * A peer does not talk to this replica; it is tried again unless this replica stops, as it must
   * if it has lost its memory.
   *
   * @param by the replica that refuses
   */
  void onRefused(int by, Refused refusal);

  /**
   * This listener has thrown while it was told something: a bug. The connection is closed already.
   */
  default void onFailure(Throwable bug) {
    Thread thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, bug);
  }
}
