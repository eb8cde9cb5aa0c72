package io.synod.examples.kv.redis;

import io.netty.handler.codec.redis.RedisMessage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** COMMAND: lists the commands. */
final class CommandCommand {

  private CommandCommand() {}

  static RedisMessage command(ClientState client, Words words) {
    if (words.count() == 1) {
      return descriptions(CommandTable.all());
    }
    return switch (words.upper(1)) {
      case "COUNT" -> Messages.integer(CommandTable.all().size());
      case "LIST" -> names();
      case "INFO" -> words.count() == 2 ? descriptions(CommandTable.all()) : asked(words);
      // redis-cli requests hints to show, and works without them.
      case "DOCS" -> Messages.array();
      default -> Errors.unknownSubcommand(words);
    };
  }

  private static RedisMessage names() {
    List<RedisMessage> names = new ArrayList<>();
    for (Command command : CommandTable.all()) {
      names.add(Messages.bulk(command.name()));
    }
    return Messages.array(names);
  }

  private static RedisMessage descriptions(Collection<Command> commands) {
    List<RedisMessage> descriptions = new ArrayList<>();
    for (Command command : commands) {
      descriptions.add(description(command));
    }
    return Messages.array(descriptions);
  }

  private static RedisMessage asked(Words words) {
    List<RedisMessage> descriptions = new ArrayList<>();
    for (int i = 2; i < words.count(); i++) {
      Command command = CommandTable.named(words.text(i));
      descriptions.add(command == null ? Messages.nilArray() : description(command));
    }
    return Messages.array(descriptions);
  }

  /** Name, arity, flags, and the first, last and step of the key words. */
  private static RedisMessage description(Command command) {
    List<RedisMessage> flags = new ArrayList<>();
    if (command.writes()) {
      flags.add(Messages.simple("write"));
    } else if (command.reads()) {
      flags.add(Messages.simple("readonly"));
    }
    int first = command.keys() == 0 ? 0 : 1;
    int step = command.name().equals("mset") ? 2 : first;
    return Messages.array(
        Messages.bulk(command.name()),
        Messages.integer(command.arity()),
        Messages.array(flags),
        Messages.integer(first),
        Messages.integer(command.keys()),
        Messages.integer(step));
  }
}
