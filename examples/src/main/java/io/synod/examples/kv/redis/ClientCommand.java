package io.synod.examples.kv.redis;

import io.synod.examples.kv.command.Resp;
import java.util.Locale;

/** CLIENT: name and properties of the client. */
final class ClientCommand {
  private static final String NOT_PLAIN = " cannot contain spaces, newlines or special characters.";

  private ClientCommand() {}

  static Resp client(ClientState client, Words words) {
    String subcommand = words.upper(1);
    int count =
        switch (subcommand) {
          case "SETNAME" -> 3;
          case "SETINFO" -> 4;
          case "GETNAME", "ID", "INFO", "LIST" -> 2;
          default -> 0;
        };
    if (count == 0) {
      return Errors.unknownSubcommand(words);
    }
    if (words.count() != count) {
      return Errors.wrongArity("client|" + subcommand.toLowerCase(Locale.ROOT));
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
    String name = client.name();
    return name.isEmpty() ? client.answer().nil() : client.answer().bulk(name);
  }

  /** Sets the name, or answers with an error. */
  static Resp setName(ClientState client, String name) {
    if (!isPlain(name)) {
      return Errors.of("ERR Client names" + NOT_PLAIN);
    }
    client.rename(name);
    return client.answer().ok();
  }

  private static Resp setInfo(ClientState client, Words words) {
    String attribute = words.upper(2);
    if (!attribute.equals("LIB-NAME") && !attribute.equals("LIB-VER")) {
      return Errors.of("ERR Unrecognized option '%s'".formatted(words.text(2)));
    }
    if (!isPlain(words.text(3))) {
      return Errors.of("ERR " + words.text(2) + NOT_PLAIN);
    }
    if (attribute.equals("LIB-NAME")) {
      client.setLibrary(words.text(3));
    } else {
      client.setLibraryVersion(words.text(3));
    }
    return client.answer().ok();
  }

  private static boolean isPlain(String text) {
    return text.chars().allMatch(c -> c >= '!' && c <= '~');
  }
}
