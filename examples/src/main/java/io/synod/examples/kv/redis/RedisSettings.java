package io.synod.examples.kv.redis;

/**
 * Bounds of an endpoint.
 *
 * @param host address to listen on
 * @param port to listen on; 0 for any free one
 * @param connectionsMax clients connected at a time
 * @param inFlightMax unanswered commands of a connection; at the limit its socket is not read
 * @param commandBytesMax all words of one command together
 * @param sharedBytesMax what all connections hold together, beyond the first 32 KiB of each: then
 *     one of them at a time takes more, up to its own bounds, and all others wait
 */
public record RedisSettings(
    String host,
    int port,
    int connectionsMax,
    int inFlightMax,
    int commandBytesMax,
    long sharedBytesMax) {

  public RedisSettings {
    if (connectionsMax < 1 || inFlightMax < 1 || commandBytesMax < 1) {
      throw new IllegalArgumentException(
          "%d connections, %d commands in flight, commands of %d bytes"
              .formatted(connectionsMax, inFlightMax, commandBytesMax));
    }
  }

  /** Default bounds. */
  public static RedisSettings on(String host, int port) {
    long sharedBytes = Math.max(8 << 20, Runtime.getRuntime().maxMemory() / 8);
    return new RedisSettings(host, port, 1000, 256, 2 << 20, sharedBytes);
  }
}
