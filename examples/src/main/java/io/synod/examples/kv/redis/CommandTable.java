package io.synod.examples.kv.redis;

import io.synod.examples.kv.command.Operation;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** All commands by their names. */
final class CommandTable {
  private static final Map<String, Command> COMMANDS = new TreeMap<>();
  private static final Command DEBUG_DIGEST =
      new Command("debug|digest", 2, 0, Operation.DIGEST, null);

  static {
    for (Operation operation : Operation.values()) {
      if (operation != Operation.DIGEST) {
        add(Command.of(operation, operation.name().toLowerCase(Locale.ROOT)));
      }
    }
    add(Command.local("ping", -1, ConnectionCommands::ping));
    add(Command.local("echo", 2, ConnectionCommands::echo));
    add(Command.local("select", 2, ConnectionCommands::select));
    add(Command.local("hello", -1, HelloCommand::hello));
    add(Command.local("client", -2, ClientCommand::client));
    add(Command.local("quit", -1, ConnectionCommands::quit));
    add(Command.local("info", -1, ServerCommands::info));
    add(Command.local("config", -2, ServerCommands::config));
    add(Command.local("command", -1, CommandCommand::command));
    add(Command.local("debug", -2, (client, words) -> Errors.unknownSubcommand(words)));
  }

  private CommandTable() {}

  private static void add(Command command) {
    COMMANDS.put(command.name().toUpperCase(Locale.ROOT), command);
  }

  /** The command with the name in {@code words}, or null. */
  static Command find(Words words) {
    Command command = COMMANDS.get(words.upper(0));
    boolean debug = command != null && command.name().equals("debug") && words.count() == 2;
    return debug && words.upper(1).equals("DIGEST") ? DEBUG_DIGEST : command;
  }

  /** The command of that name, ignoring case, or null. */
  static Command named(String name) {
    return COMMANDS.get(name.toUpperCase(Locale.ROOT));
  }

  static Collection<Command> all() {
    return COMMANDS.values();
  }
}
