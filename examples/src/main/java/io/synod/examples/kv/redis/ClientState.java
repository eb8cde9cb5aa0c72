package io.synod.examples.kv.redis;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.synod.examples.kv.command.Resp;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** A connection's state of its client. Changed by its event loop; any thread may describe it. */
final class ClientState {
  private static final AttributeKey<ClientState> KEY = AttributeKey.valueOf("synod-redis-client");

  private final long id;
  private final Channel channel;
  private final Server server;
  private final Map<String, String> names = new ConcurrentHashMap<>();
  private volatile int protocol = Resp.VERSION_2;

  ClientState(long id, Channel channel, Server server) {
    this.id = id;
    this.channel = channel;
    this.server = server;
    channel.attr(KEY).set(this);
  }

  long id() {
    return id;
  }

  Server server() {
    return server;
  }

  /** One of name, lib-name and lib-ver; empty if the client has not set it. */
  String name(String kind) {
    return names.getOrDefault(kind, "");
  }

  void rename(String kind, String name) {
    names.put(kind, name);
  }

  /** The version of the Redis protocol in which it is answered. */
  int protocol() {
    return protocol;
  }

  void speak(int version) {
    protocol = version;
  }

  /** An answer to be written, in the client's version of the protocol. */
  Resp answer() {
    return new Resp(protocol);
  }

  /** The line of CLIENT INFO. */
  String describe() {
    String addresses =
        "addr=%s laddr=%s".formatted(text(channel.remoteAddress()), text(channel.localAddress()));
    return "id=%s %s name=%s db=0 resp=%s lib-name=%s lib-ver=%s\n"
        .formatted(id, addresses, name("name"), protocol, name("lib-name"), name("lib-ver"));
  }

  private static String text(Object address) {
    return String.valueOf(address).replaceFirst(".*/", "");
  }

  /** The lines of CLIENT LIST: all clients of the endpoint. */
  String describeAll() {
    return server.channels().stream()
        .filter(other -> other.hasAttr(KEY))
        .map(other -> other.attr(KEY).get().describe())
        .sorted()
        .collect(Collectors.joining());
  }
}
