package io.synod.examples.kv.redis;

import io.netty.handler.codec.redis.RedisMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** INFO and CONFIG. */
final class ServerCommands {
  /** The Redis version of these commands; clients choose the commands that they send by it. */
  static final String REDIS_VERSION = "7.0.0";

  private static final Map<String, String> FILE_SETTINGS = Map.of("SAVE", "", "APPENDONLY", "no");

  private ServerCommands() {}

  static RedisMessage info(ClientState client, Words words) {
    String server =
        "# Server\r\nredis_version:%s\r\nredis_mode:standalone\r\nprocess_id:%d\r\n\r\n"
            .formatted(REDIS_VERSION, ProcessHandle.current().pid());
    String replication = "\r\n# Replication\r\nrole:master\r\nconnected_slaves:0\r\n";
    return Messages.bulk(server + client.info() + replication);
  }

  /** Only the Redis settings that benchmarks request: this endpoint writes no files. */
  static RedisMessage config(ClientState client, Words words) {
    if (!words.upper(1).equals("GET")) {
      return Errors.unknownSubcommand(words);
    }
    if (words.count() < 3) {
      return Errors.wrongArity("config|get");
    }
    List<RedisMessage> found = new ArrayList<>();
    for (int index = 2; index < words.count(); index++) {
      String value = FILE_SETTINGS.get(words.upper(index));
      if (value != null) {
        found.add(Messages.bulk(words.upper(index).toLowerCase(Locale.ROOT)));
        found.add(Messages.bulk(value));
      }
    }
    return Messages.map(client, found);
  }
}
