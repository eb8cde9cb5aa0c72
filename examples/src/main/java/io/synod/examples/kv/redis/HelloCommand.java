package io.synod.examples.kv.redis;

import io.netty.handler.codec.redis.RedisMessage;
import io.synod.examples.kv.command.Integers;
import io.synod.service.ServiceException;

/** HELLO: the protocol version, 2 or 3. */
final class HelloCommand {
  static final int RESP_2 = 2;
  static final int RESP_3 = 3;

  private HelloCommand() {}

  static RedisMessage hello(ClientState client, Words words) {
    long version = words.count() > 1 ? version(words.bytes(1)) : client.protocol();
    if (version != RESP_2 && version != RESP_3) {
      return Errors.of("NOPROTO unsupported protocol version");
    }
    RedisMessage refusal = options(client, words);
    if (refusal != null) {
      return refusal;
    }
    client.speak((int) version);
    return greeting(client);
  }

  private static long version(byte[] word) {
    try {
      return Integers.parse(word);
    } catch (ServiceException notAnInteger) {
      return 0;
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
    return Messages.map(
        client,
        Messages.bulk("server"),
        Messages.bulk("redis"),
        Messages.bulk("version"),
        Messages.bulk(ServerCommands.REDIS_VERSION),
        Messages.bulk("proto"),
        Messages.integer(client.protocol()),
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
