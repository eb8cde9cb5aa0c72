package io.synod.examples.kv.redis;

import io.synod.examples.kv.command.Resp;

/** COMMAND: lists the commands. */
final class CommandCommand {

  private CommandCommand() {}

  static Resp command(ClientState client, Words words) {
    return switch (words.count() == 1 ? "INFO" : words.upper(1)) {
      case "COUNT" -> client.answer().integer(CommandTable.all().size());
      case "LIST" -> names(client.answer());
      case "INFO" -> words.count() <= 2 ? all(client.answer()) : asked(client.answer(), words);
      // redis-cli requests hints to show, and works without them.
      case "DOCS" -> client.answer().map(0);
      default -> Errors.unknownSubcommand(words);
    };
  }

  private static Resp names(Resp answer) {
    answer.array(CommandTable.all().size());
    CommandTable.all().forEach(command -> answer.bulk(command.name()));
    return answer;
  }

  private static Resp all(Resp answer) {
    answer.array(CommandTable.all().size());
    CommandTable.all().forEach(command -> describe(command, answer));
    return answer;
  }

  private static Resp asked(Resp answer, Words words) {
    answer.array(words.count() - 2);
    for (int i = 2; i < words.count(); i++) {
      Command command = CommandTable.find(words.upper(i));
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
    if (command.writes() || command.reads()) {
      answer.array(1).simple(command.writes() ? "write" : "readonly");
    } else {
      answer.array(0);
    }
    int first = command.keys() == 0 ? 0 : 1;
    int step = command.name().startsWith("mset") ? 2 : first;
    answer.integer(first).integer(command.keys()).integer(step);
  }
}
