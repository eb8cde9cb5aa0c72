package io.synod.examples.kv.redis;

import io.synod.examples.kv.command.Integers;
import io.synod.examples.kv.command.Resp;
import io.synod.service.ServiceException;
import java.util.Locale;

/** PING, ECHO, SELECT, QUIT, CLIENT, and HELLO, which sets the version of the protocol. */
final class ConnectionCommands {
  private static final String NOT_PLAIN = " cannot contain spaces, newlines or special characters.";

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

  /** The connection closes behind the answer. */
  static Resp quit(ClientState client, Words words) {
    return client.answer().ok();
  }

  static Resp hello(ClientState client, Words words) throws CommandFailure {
    int version = words.count() == 1 ? client.protocol() : version(words.text(1));
    if (version == 0) {
      throw new CommandFailure("NOPROTO unsupported protocol version");
    }
    String name = client.name();
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

  /** CLIENT: name and properties of the client. */
  static Resp client(ClientState client, Words words) throws CommandFailure {
    String subcommand = words.upper(1);
    int count =
        switch (subcommand) {
          case "SETNAME" -> 3;
          case "SETINFO" -> 4;
          case "GETNAME", "ID", "INFO", "LIST" -> 2;
          default -> 0;
        };
    if (count == 0) {
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
    return client.name().isEmpty() ? client.answer().nil() : client.answer().bulk(client.name());
  }

  private static Resp setName(ClientState client, String name) throws CommandFailure {
    checkPlain("Client names", name);
    client.rename(name);
    return client.answer().ok();
  }

  private static Resp setInfo(ClientState client, Words words) throws CommandFailure {
    String attribute = words.upper(2);
    if (!attribute.equals("LIB-NAME") && !attribute.equals("LIB-VER")) {
      throw new CommandFailure("ERR Unrecognized option '%s'".formatted(words.text(2)));
    }
    checkPlain(words.text(2), words.text(3));
    if (attribute.equals("LIB-NAME")) {
      client.setLibrary(words.text(3));
    } else {
      client.setLibraryVersion(words.text(3));
    }
    return client.answer().ok();
  }

  private static void checkPlain(String what, String text) throws CommandFailure {
    // Any client may ask for the names of all clients.
    if (text.length() > 256) {
      throw new CommandFailure("ERR Client names cannot have more than 256 characters.");
    }
    if (!text.chars().allMatch(c -> c >= '!' && c <= '~')) {
      throw new CommandFailure("ERR " + what + NOT_PLAIN);
    }
  }
}
