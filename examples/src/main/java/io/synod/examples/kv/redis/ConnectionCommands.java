package io.synod.examples.kv.redis;

import io.synod.examples.kv.command.Integers;
import io.synod.examples.kv.command.Resp;
import io.synod.service.ServiceException;
import java.util.Locale;
import java.util.Map;

/** PING, ECHO, SELECT, CLIENT, and HELLO, which sets the version of the protocol. */
final class ConnectionCommands {
  // Of CLIENT, with the number of words.
  private static final Map<String, Integer> SUBCOMMANDS =
      Map.of("SETNAME", 3, "SETINFO", 4, "GETNAME", 2, "ID", 2, "INFO", 2, "LIST", 2);

  private ConnectionCommands() {}

  static Resp ping(ClientState client, Words words) throws CommandFailure {
    return switch (words.count()) {
      case 1 -> client.answer().simple("PONG");
      case 2 -> echo(client, words);
      default -> throw Errors.wrongArity("ping");
    };
  }

  static Resp echo(ClientState client, Words words) {
    return client.answer().bulk(words.bytes(1));
  }

  static Resp select(ClientState client, Words words) throws CommandFailure, ServiceException {
    if (Integers.parse(words.bytes(1)) != 0) {
      throw new CommandFailure("ERR DB index is out of range");
    }
    return client.answer().ok();
  }

  static Resp hello(ClientState client, Words words) throws CommandFailure {
    String version = words.count() == 1 ? Integer.toString(client.protocol()) : words.text(1);
    if (!version.equals("2") && !version.equals("3")) {
      throw new CommandFailure("NOPROTO unsupported protocol version");
    }
    String name = client.name("name");
    for (int i = 2; i < words.count(); i += 2) {
      if (words.upper(i).equals("AUTH")) {
        throw new CommandFailure("ERR AUTH called without any password configured");
      }
      if (!words.upper(i).equals("SETNAME") || i + 1 == words.count()) {
        throw new CommandFailure("ERR Syntax error in HELLO option '%s'".formatted(words.text(i)));
      }
      name = words.text(i + 1);
    }
    setName(client, name);
    client.speak(Integer.parseInt(version));
    return greeting(client);
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

  /** CLIENT: name and properties of the client. */
  static Resp client(ClientState client, Words words) throws CommandFailure {
    String subcommand = words.upper(1);
    Integer count = SUBCOMMANDS.get(subcommand);
    if (count == null) {
      throw Errors.unknownSubcommand(words);
    }
    if (words.count() != count) {
      throw Errors.wrongArity("client|" + subcommand.toLowerCase(Locale.ROOT));
    }
    return switch (subcommand) {
      case "SETNAME" -> setName(client, words.text(2));
      case "SETINFO" -> setInfo(client, words);
      case "GETNAME" -> name(client);
      case "ID" -> client.answer().integer(client.id());
      case "INFO" -> client.answer().bulk(client.describe());
      default -> client.answer().bulk(client.describeAll());
    };
  }

  private static Resp name(ClientState client) {
    String name = client.name("name");
    return name.isEmpty() ? client.answer().nil() : client.answer().bulk(name);
  }

  private static Resp setName(ClientState client, String name) throws CommandFailure {
    checkPlain("Client names", name);
    client.rename("name", name);
    return client.answer().ok();
  }

  private static Resp setInfo(ClientState client, Words words) throws CommandFailure {
    String attribute = words.text(2).toLowerCase(Locale.ROOT);
    if (!attribute.equals("lib-name") && !attribute.equals("lib-ver")) {
      throw new CommandFailure("ERR Unrecognized option '%s'".formatted(words.text(2)));
    }
    checkPlain(words.text(2), words.text(3));
    client.rename(attribute, words.text(3));
    return client.answer().ok();
  }

  private static void checkPlain(String what, String text) throws CommandFailure {
    // Any client may ask for the names of all clients.
    if (text.length() > 256) {
      throw new CommandFailure("ERR Client names cannot have more than 256 characters.");
    }
    if (!text.chars().allMatch(c -> c >= '!' && c <= '~')) {
      throw new CommandFailure(
          "ERR %s cannot contain spaces, newlines or special characters.".formatted(what));
    }
  }
}
