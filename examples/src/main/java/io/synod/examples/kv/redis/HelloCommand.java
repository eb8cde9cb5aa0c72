package io.synod.examples.kv.redis;

import io.netty.handler.codec.redis.RedisMessage;
import io.synod.examples.kv.command.Integers;
import io.synod.service.ServiceException;

/** HELLO: the protocol version. This endpoint supports RESP 2 only. */
final class HelloCommand {
  private static final int PROTOCOL = 2;

  private HelloCommand() {}

  static RedisMessage hello(ClientState client, Words words) {
    if (words.count() > 1 && !isSpoken(words.bytes(1))) {
      return Errors.of("NOPROTO unsupported protocol version");
    }
    RedisMessage refusal = options(client, words);
    return refusal == null ? greeting(client) : refusal;
  }

  private static boolean isSpoken(byte[] version) {
    try {
      return Integers.parse(version) == PROTOCOL;
    } catch (ServiceException notAnInteger) {
      return false;
    }
  }

  private static RedisMessage options(ClientState client, Words words) {
    for (int i = 2; i < words.count(); i++) {
      boolean setsName = words.upper(i).equals("SETNAME") && i + 1 < words.count();
      if (words.upper(i).equals("AUTH")) {
        return Errors.of("ERR AUTH called without any password configured");
      }
      if (!setsName) {
        return Errors.of("ERR Syntax error in HELLO option '%s'".formatted(words.text(i)));
      }
      RedisMessage refusal = ClientCommand.rename(client, words.text(++i));
      if (refusal != null) {
        return refusal;
      }
    }
    return null;
  }

  private static RedisMessage greeting(ClientState client) {
    return Messages.array(
        Messages.bulk("server"),
        Messages.bulk("redis"),
        Messages.bulk("version"),
        Messages.bulk(ServerCommands.REDIS_VERSION),
        Messages.bulk("proto"),
        Messages.integer(PROTOCOL),
        Messages.bulk("id"),
        Messages.integer(client.id()),
        Messages.bulk("mode"),
        Messages.bulk("standalone"),
        Messages.bulk("role"),
        Messages.bulk("master"),
        Messages.bulk("modules"),
        Messages.array());
  }
}
