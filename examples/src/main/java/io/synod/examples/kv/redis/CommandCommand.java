package io.synod.examples.kv.redis;

import io.synod.examples.kv.command.Resp;
import java.util.Collection;

/** COMMAND: lists the commands. */
final class CommandCommand {

  private CommandCommand() {}

  static Resp command(ClientState client, Words words) throws CommandFailure {
    Collection<Command> all = CommandTable.all();
    return switch (words.count() == 1 ? "INFO" : words.upper(1)) {
      case "COUNT" -> client.answer().integer(all.size());
      case "LIST" -> names(all, client.answer());
      case "INFO" -> describe(words.count() <= 2 ? all : asked(words), client.answer());
      // redis-cli requests hints to show, and works without them.
      case "DOCS" -> client.answer().map(0);
      default -> throw Errors.unknownSubcommand(words);
    };
  }

  private static Resp names(Collection<Command> commands, Resp answer) {
    answer.array(commands.size());
    commands.forEach(command -> answer.bulk(command.name()));
    return answer;
  }

  /** A command that does not exist is null. */
  private static Collection<Command> asked(Words words) {
    return words.upperFrom(2).map(CommandTable::find).toList();
  }

  private static Resp describe(Collection<Command> commands, Resp answer) {
    answer.array(commands.size());
    for (Command command : commands) {
      if (command == null) {
        answer.nilArray();
      } else {
        describe(command, answer);
      }
    }
    return answer;
  }

  /** Name, arity, flags, and the first, last and step of the key words. */
  private static void describe(Command command, Resp answer) {
    answer.array(6).bulk(command.name()).integer(command.arity());
    if (command.operation() == null) {
      answer.array(0);
    } else {
      answer.array(1).simple(command.operation().isWrite() ? "write" : "readonly");
    }
    int first = command.keys() == 0 ? 0 : 1;
    int step = command.name().startsWith("mset") ? 2 : first;
    answer.integer(first).integer(command.keys()).integer(step);
  }
}
