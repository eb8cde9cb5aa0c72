package io.synod.examples.kv.redis;

import io.netty.channel.group.ChannelGroup;

/** A connection's state of its client. Confined to its event loop. */
final class ClientState {
  private final long id;
  private final Backend backend;
  private final ChannelGroup channels;
  private String name = "";
  private int protocol = HelloCommand.RESP_2;
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

  /** The version of the Redis protocol in which it is answered. */
  int protocol() {
    return protocol;
  }

  void speak(int version) {
    protocol = version;
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
