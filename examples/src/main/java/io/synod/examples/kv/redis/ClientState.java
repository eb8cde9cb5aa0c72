package io.synod.examples.kv.redis;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.synod.examples.kv.command.Resp;
import java.util.Locale;
import java.util.stream.Collectors;

/** A connection's state of its client. Changed by its event loop; any thread may describe it. */
final class ClientState {
  private static final AttributeKey<ClientState> KEY = AttributeKey.valueOf("synod-redis-client");

  private final long id;
  private final Channel channel;
  private final Server server;
  private volatile String name = "";
  private volatile String library = "";
  private volatile String libraryVersion = "";
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

  /** Empty if the client has set no name. */
  String name() {
    return name;
  }

  void rename(String newName) {
    name = newName;
  }

  void setLibrary(String newLibrary) {
    library = newLibrary;
  }

  void setLibraryVersion(String newVersion) {
    libraryVersion = newVersion;
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
    return String.format(
        Locale.ROOT,
        "id=%d addr=%s laddr=%s name=%s db=0 resp=%d lib-name=%s lib-ver=%s\n",
        id,
        text(channel.remoteAddress()),
        text(channel.localAddress()),
        name,
        protocol,
        library,
        libraryVersion);
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
