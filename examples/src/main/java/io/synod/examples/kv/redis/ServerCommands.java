package io.synod.examples.kv.redis;

import io.netty.handler.codec.redis.RedisMessage;

/** INFO and CONFIG. */
final class ServerCommands {
  /** Whose commands these are; clients choose by it what they may ask. */
  static final String REDIS_VERSION = "7.0.0";

  private ServerCommands() {}

  static RedisMessage info(ClientState client, Words words) {
    String server =
        "# Server\r\nredis_version:%s\r\nredis_mode:standalone\r\nprocess_id:%d\r\n\r\n"
            .formatted(REDIS_VERSION, ProcessHandle.current().pid());
    String replication = "\r\n# Replication\r\nrole:master\r\nconnected_slaves:0\r\n";
    return Messages.bulk(server + client.info() + replication);
  }

  /** There are no such settings here; benchmarks and tools ask for some and take none for none. */
  static RedisMessage config(ClientState client, Words words) {
    if (!words.upper(1).equals("GET")) {
      return Errors.unknownSubcommand(words);
    }
    return words.count() < 3 ? Errors.wrongArity("config|get") : Messages.array();
  }
}
