package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.message.Message;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Keeps each call, in order. */
final class RecordingListener implements PeerListener {
  private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();

  /** What it throws at each message, before it keeps that; nothing if it is null. */
  volatile RuntimeException bug;

  record Received(int from, Message message) {}

  record Connected(int replica) {}

  record Disconnected(int replica) {}

  @Override
  public void onMessage(int from, Message message, int bytes) {
    if (bug != null) {
      throw bug;
    }
    events.add(new Received(from, message));
  }

  @Override
  public void onConnected(int replica) {
    events.add(new Connected(replica));
  }

  @Override
  public void onDisconnected(int replica) {
    events.add(new Disconnected(replica));
  }

  @Override
  public void onBug(Throwable failure) {
    events.add(failure);
  }

  Object next() throws InterruptedException {
    Object event = events.poll(10, TimeUnit.SECONDS);
    assertThat(event).as("an event in time").isNotNull();
    return event;
  }

  void expect(Object event) throws InterruptedException {
    assertThat(next()).isEqualTo(event);
  }

  /** Whether {@code event} has come and was not taken yet. */
  boolean has(Object event) {
    return events.contains(event);
  }

  boolean isEmpty() {
    return events.isEmpty();
  }
}
