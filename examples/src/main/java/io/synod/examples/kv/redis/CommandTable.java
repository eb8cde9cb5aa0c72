package io.synod.examples.kv.redis;

import io.synod.examples.kv.command.Operation;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** All commands by their names. */
final class CommandTable {
  private static final Map<String, Command> COMMANDS = new TreeMap<>();
  // Clients reach these by another command.
  private static final Set<Operation> UNNAMED =
      EnumSet.of(
          Operation.DIGEST, Operation.TRANSACTION, Operation.VERSIONS, Operation.DELETE_IF_EQUAL);

  static {
    for (Operation operation : EnumSet.complementOf(EnumSet.copyOf(UNNAMED))) {
      add(Command.of(operation));
    }
    add(Command.of("debug", -2, Operation.DIGEST, ServerCommands::debugArguments));
    add(Command.of("eval", -3, Operation.DELETE_IF_EQUAL, Scripts::evalArguments));
    add(Command.of("evalsha", -3, Operation.DELETE_IF_EQUAL, Scripts::evalArguments));
    add(Command.local("script", -2, Scripts::script));
    add(Command.control("multi", 1, Transaction::multi));
    add(Command.control("exec", 1, Transaction::exec));
    add(Command.control("discard", 1, Transaction::discard));
    add(Command.control("watch", -2, Transaction::watch));
    add(Command.control("unwatch", 1, Transaction::unwatch));
    add(Command.local("ping", -1, ConnectionCommands::ping));
    add(Command.local("echo", 2, ConnectionCommands::echo));
    add(Command.local("select", 2, ConnectionCommands::select));
    add(Command.local("hello", -1, ConnectionCommands::hello));
    add(Command.local("client", -2, ConnectionCommands::client));
    add(Command.local("quit", -1, (client, words) -> client.answer().ok()));
    add(Command.local("info", -1, ServerCommands::info));
    add(Command.local("time", 1, ServerCommands::time));
    add(Command.local("role", 1, ServerCommands::role));
    add(Command.local("config", -2, ServerCommands::config));
    add(Command.local("command", -1, CommandCommand::command));
  }

  private CommandTable() {}

  private static void add(Command command) {
    COMMANDS.put(command.name().toUpperCase(Locale.ROOT), command);
  }

  /** The command of that name in upper case, or null. */
  static Command find(String name) {
    return COMMANDS.get(name);
  }

  static Collection<Command> all() {
    return COMMANDS.values();
  }
}
