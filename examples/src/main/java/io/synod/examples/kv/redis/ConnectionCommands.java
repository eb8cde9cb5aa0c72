package io.synod.examples.kv.redis;

import io.netty.handler.codec.redis.RedisMessage;
import io.synod.examples.kv.command.Integers;
import io.synod.service.ServiceException;

/** PING, ECHO, SELECT and QUIT. */
final class ConnectionCommands {

  private ConnectionCommands() {}

  static RedisMessage ping(ClientState client, Words words) {
    return switch (words.count()) {
      case 1 -> Messages.simple("PONG");
      case 2 -> Messages.bulk(words.bytes(1));
      default -> Errors.wrongArity("ping");
    };
  }

  static RedisMessage echo(ClientState client, Words words) {
    return Messages.bulk(words.bytes(1));
  }

  static RedisMessage select(ClientState client, Words words) {
    try {
      boolean first = Integers.parse(words.bytes(1)) == 0;
      return first ? Messages.ok() : Errors.of("ERR DB index is out of range");
    } catch (ServiceException notAnInteger) {
      return Errors.of(notAnInteger.getMessage());
    }
  }

  static RedisMessage quit(ClientState client, Words words) {
    client.quit();
    return Messages.ok();
  }
}
