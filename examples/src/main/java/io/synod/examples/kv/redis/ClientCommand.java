package io.synod.examples.kv.redis;

import io.netty.handler.codec.redis.RedisMessage;

/** CLIENT: name and properties of the client. */
final class ClientCommand {

  private ClientCommand() {}

  static RedisMessage client(ClientState client, Words words) {
    return switch (words.upper(1)) {
      case "SETNAME" -> setName(client, words);
      case "GETNAME" -> getName(client, words);
      case "ID" -> words.count() == 2 ? Messages.integer(client.id()) : wrongArity("id");
      case "SETINFO" -> setInfo(words);
      default -> Errors.unknownSubcommand(words);
    };
  }

  private static RedisMessage setName(ClientState client, Words words) {
    if (words.count() != 3) {
      return wrongArity("setname");
    }
    RedisMessage refusal = rename(client, words.text(2));
    return refusal == null ? Messages.ok() : refusal;
  }

  /** Sets the name, or returns an error. */
  static RedisMessage rename(ClientState client, String name) {
    if (!isPlain(name)) {
      return Errors.of("ERR Client names cannot contain spaces, newlines or special characters.");
    }
    client.rename(name);
    return null;
  }

  private static RedisMessage getName(ClientState client, Words words) {
    if (words.count() != 2) {
      return wrongArity("getname");
    }
    return client.name().isEmpty() ? Messages.nil() : Messages.bulk(client.name());
  }

  private static RedisMessage setInfo(Words words) {
    if (words.count() != 4) {
      return wrongArity("setinfo");
    }
    String attribute = words.upper(2);
    if (!attribute.equals("LIB-NAME") && !attribute.equals("LIB-VER")) {
      return Errors.of("ERR Unrecognized option '%s'".formatted(words.text(2)));
    }
    return isPlain(words.text(3))
        ? Messages.ok()
        : Errors.of(
            "ERR %s cannot contain spaces, newlines or special characters."
                .formatted(words.text(2)));
  }

  private static boolean isPlain(String text) {
    return text.chars().allMatch(c -> c >= '!' && c <= '~');
  }

  private static RedisMessage wrongArity(String subcommand) {
    return Errors.wrongArity("client|" + subcommand);
  }
}
