package io.synod.simulation.client;

import io.synod.client.ConnectionListener;
import io.synod.simulation.check.Violation;
import java.net.InetSocketAddress;
import java.util.function.Consumer;

/** A client never reports twice in a row that it is not connected. */
final class ConnectionWatch implements ConnectionListener {
  private final Consumer<Throwable> onFailure;
  private boolean isConnected;

  ConnectionWatch(Consumer<Throwable> onFailure) {
    this.onFailure = onFailure;
  }

  @Override
  public void onConnected(int leader, InetSocketAddress address) {
    isConnected = true;
  }

  @Override
  public void onDisconnected() {
    if (!isConnected) {
      onFailure.accept(new Violation("a client reports twice that it is not connected"));
    }
    isConnected = false;
  }
}
