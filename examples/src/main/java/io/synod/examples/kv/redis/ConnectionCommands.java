package io.synod.examples.kv.redis;

import io.synod.examples.kv.command.Integers;
import io.synod.examples.kv.command.Resp;
import io.synod.service.ServiceException;

/** PING, ECHO, SELECT, QUIT, and HELLO, which sets the version of the protocol. */
final class ConnectionCommands {

  private ConnectionCommands() {}

  static Resp ping(ClientState client, Words words) {
    return switch (words.count()) {
      case 1 -> client.answer().simple("PONG");
      case 2 -> echo(client, words);
      default -> Errors.wrongArity("ping");
    };
  }

  static Resp echo(ClientState client, Words words) {
    return client.answer().bulk(words.bytes(1));
  }

  static Resp select(ClientState client, Words words) {
    try {
      boolean first = Integers.parse(words.bytes(1)) == 0;
      return first ? client.answer().ok() : Errors.of("ERR DB index is out of range");
    } catch (ServiceException notAnInteger) {
      return Errors.of(notAnInteger.getMessage());
    }
  }

  static Resp quit(ClientState client, Words words) {
    client.quit();
    return client.answer().ok();
  }

  static Resp hello(ClientState client, Words words) {
    int version = words.count() == 1 ? client.protocol() : version(words.text(1));
    if (version == 0) {
      return Errors.of("NOPROTO unsupported protocol version");
    }
    String name = client.name();
    for (int i = 2; i < words.count(); i += 2) {
      if (words.upper(i).equals("AUTH")) {
        return Errors.of("ERR AUTH called without any password configured");
      }
      if (!words.upper(i).equals("SETNAME") || i + 1 == words.count()) {
        return Errors.of("ERR Syntax error in HELLO option '%s'".formatted(words.text(i)));
      }
      name = words.text(i + 1);
    }
    Resp renamed = ClientCommand.setName(client, name);
    if (!client.name().equals(name)) {
      return renamed;
    }
    client.speak(version);
    return greeting(client);
  }

  /** 0 for a version that does not exist. */
  private static int version(String word) {
    return switch (word) {
      case "2" -> Resp.VERSION_2;
      case "3" -> Resp.VERSION_3;
      default -> 0;
    };
  }

  private static Resp greeting(ClientState client) {
    Resp answer = client.answer().map(7);
    answer.bulk("server").bulk("redis");
    answer.bulk("version").bulk(Server.REDIS_VERSION);
    answer.bulk("proto").integer(client.protocol());
    answer.bulk("id").integer(client.id());
    answer.bulk("mode").bulk("standalone");
    answer.bulk("role").bulk("master");
    return answer.bulk("modules").array(0);
  }
}
