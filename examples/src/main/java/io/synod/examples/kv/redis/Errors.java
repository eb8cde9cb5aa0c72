package io.synod.examples.kv.redis;

import io.synod.examples.kv.command.Resp;
import io.synod.service.ServiceException;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;

/** Error answers, with Redis' own texts where it has some. */
final class Errors {
  private static final int ECHOED_CHARACTERS_MAX = 128;

  // Redis clients parse the first word of an error; an exception of the service has no such word.
  private static final Pattern BEGINS_WITH_CODE = Pattern.compile("[A-Z]+ ");

  private Errors() {}

  static Resp of(String text) {
    return new Resp(Resp.VERSION_2).error(text);
  }

  static CommandFailure wrongArity(String command) {
    return new CommandFailure("ERR wrong number of arguments for '%s' command".formatted(command));
  }

  static CommandFailure notInTransaction(String command) {
    return new CommandFailure(
        "ERR '%s' is not possible between MULTI and EXEC: send it before or after"
            .formatted(command));
  }

  static CommandFailure unknownSubcommand(Words words) {
    return new CommandFailure(
        "ERR unknown subcommand '%s'. Try %s HELP."
            .formatted(cut(words.text(1), ECHOED_CHARACTERS_MAX), words.upper(0)));
  }

  static CommandFailure unknownCommand(Words words) {
    StringBuilder arguments = new StringBuilder();
    for (int i = 1; i < words.count() && arguments.length() < ECHOED_CHARACTERS_MAX; i++) {
      String echoed = cut(words.text(i), ECHOED_CHARACTERS_MAX - arguments.length());
      arguments.append('\'').append(echoed).append("' ");
    }
    return new CommandFailure(
        "ERR unknown command '%s', with args beginning with: %s"
            .formatted(cut(words.text(0), ECHOED_CHARACTERS_MAX), arguments));
  }

  private static String cut(String text, int charactersMax) {
    return text.length() <= charactersMax ? text : text.substring(0, charactersMax);
  }

  /** The answer to a command that has failed or is refused. */
  static Resp failed(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    boolean forClients = cause instanceof ServiceException || cause instanceof CommandFailure;
    String text = forClients ? String.valueOf(cause.getMessage()) : cause.toString();
    return of(BEGINS_WITH_CODE.matcher(text).lookingAt() ? text : "ERR " + text);
  }
}
