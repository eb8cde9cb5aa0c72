package io.synod.examples.kv.redis;

import io.netty.channel.group.ChannelGroup;

/** What a connection knows of its client. Confined to its event loop. */
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

  /** Empty if it has given none. */
  String name() {
    return name;
  }

  void rename(String newName) {
    name = newName;
  }

  /** The answer to the command at hand is the last one. */
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
