package io.synod.examples.kv.redis;

import io.netty.channel.group.ChannelGroup;

/** A connection's state of its client. Confined to its event loop. */
final class ClientState {
  private final long id;
  private final Backend backend;
  private final ChannelGroup channels;
  private String name = "";
  private boolean quits;

  ClientState(long id, Backend backend, ChannelGroup channels) {
    this.id = id;
    this.backend = backend;
    this.channels = channels;
  }

  long id() {
    return id;
  }

  /** Empty if the client has set no name. */
  String name() {
    return name;
  }

  void rename(String newName) {
    name = newName;
  }

  /** The answer to the current command is the last one. */
  void quit() {
    quits = true;
  }

  boolean quits() {
    return quits;
  }

  String info() {
    return "# Clients\r\nconnected_clients:" + channels.size() + "\r\n\r\n" + backend.info();
  }
}
