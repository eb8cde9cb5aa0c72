package io.synod.cli;

import io.synod.client.AdminException;
import io.synod.process.ProcessFailure;
import io.synod.replica.ReplicaException;
import io.synod.replica.config.ConfigException;
import io.synod.replica.config.ConfigProblem;
import io.synod.replica.config.Spelling;
import io.synod.storage.backup.BackupRefused;
import io.synod.storage.directory.DirectoryException;
import io.synod.storage.journal.JournalFailure;
import io.synod.storage.journal.JournalRefused;
import io.synod.storage.snapshot.SnapshotRefused;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints the errors of commands. */
final class Errors {
  private static final String BROKEN_PIPE = "Broken pipe";

  private Errors() {}

  static int onBadUsage(ParameterException refused, String[] arguments) {
    CommandLine command = refused.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("synod: " + reason(refused, command));
    err.println("Try '" + helpCommand(command) + "'.");
    return ExitCode.USAGE;
  }

  private static String reason(ParameterException refused, CommandLine command) {
    // Of a misspelled option that is required, picocli reports only that it is missing.
    boolean isUnmatched =
        refused instanceof UnmatchedArgumentException
            || refused instanceof MissingParameterException
                && !command.getUnmatchedArguments().isEmpty();
    return isUnmatched
        ? unknown(command.getUnmatchedArguments(), command)
        : refused
            .getMessage()
            .replaceFirst("^Error: ", "")
            .replaceFirst("^Missing required subcommand$", "$0" + subcommands(command))
            .replaceFirst("^Value for option option ", "Value for option ")
            .replaceFirst("'(\\d+)' is not an? (int|long)$", "$1 is too large")
            .replaceFirst(" is not an? (int|long)$", " is not a whole number")
            .replaceFirst(" is not a double$", " is not a number");
  }

  /** Which ones there are; none of the outermost command, which has too many for a line. */
  private static String subcommands(CommandLine command) {
    if (command.getParent() == null) {
      return "";
    }
    return command.getSubcommands().keySet().stream()
        .filter(name -> !name.equals("help"))
        .collect(Collectors.joining(", ", ": ", ""));
  }

  private static String unknown(List<String> words, CommandLine command) {
    String first = words.get(0);
    if (!command.getSubcommands().isEmpty() && !first.startsWith("-")) {
      return noCommand(first, command);
    }
    UnmatchedArgumentException unmatched =
        new UnmatchedArgumentException(command, first.startsWith("-") ? optionNames(words) : words);
    return unmatched.getMessage() + meant(unmatched);
  }

  /** That {@code outer} has no command of this name, and which one may have been meant. */
  static String noCommand(String name, CommandLine outer) {
    return "there is no command '%s'%s"
        .formatted(name, meant(new UnmatchedArgumentException(outer, List.of(name))));
  }

  private static String meant(UnmatchedArgumentException unmatched) {
    String first = unmatched.getUnmatched().get(0);
    return unmatched.getSuggestions().stream()
        .filter(suggestion -> Spelling.isSlip(first, suggestion))
        .findFirst()
        .map(name -> "; did you mean '" + name + "'?")
        .orElse("");
  }

  /** Without the values, which are behind them. */
  private static List<String> optionNames(List<String> words) {
    return words.stream()
        .filter(word -> word.startsWith("-"))
        .map(word -> word.replaceFirst("=.*", ""))
        .toList();
  }

  private static String helpCommand(CommandLine command) {
    CommandLine parent = command.getParent();
    return parent == null
        ? command.getCommandName() + " help"
        : parent.getCommandSpec().qualifiedName() + " help " + command.getCommandName();
  }

  /**
   * Not all of the output was written. Without a word if nobody reads it any more, as behind {@code
   * head}.
   *
   * @param code of the command
   * @return the exit code of the process
   */
  static int onLostOutput(int code) {
    String reason = whyLost();
    if (reason.equals(BROKEN_PIPE)) {
      return code;
    }
    System.err.println(
        "synod: the output could not be written" + (reason.isEmpty() ? "" : ": " + reason));
    return code == ExitCode.OK ? ExitCode.SOFTWARE : code;
  }

  /** A stream for text keeps no reason, so one more line is written past it. */
  private static String whyLost() {
    // Not closed: it is not this method's.
    FileOutputStream output = new FileOutputStream(FileDescriptor.out);
    try {
      output.write('\n');
      return "";
    } catch (IOException again) {
      return again.getMessage();
    }
  }

  static int onFailure(Exception failure, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    if (failure instanceof ConfigException config) {
      for (ConfigProblem problem : config.problems()) {
        err.println("synod: " + problem);
      }
      // A file that cannot be read says nothing of its settings.
      if (config.problems().stream().anyMatch(problem -> !problem.key().isEmpty())) {
        err.println("Try 'synod config', which lists every setting.");
      }
      return ExitCode.USAGE;
    }
    if (failure instanceof UncheckedIOException wrapped) {
      err.println("synod: " + withReason(wrapped));
      return ExitCode.SOFTWARE;
    }
    if (failure instanceof JournalFailure disk) {
      // Its message is for a replica: what this command reads may be the last copy.
      err.println("synod: " + disk.what() + "; check the disk");
      return ExitCode.SOFTWARE;
    }
    if (isCondition(failure)) {
      err.println("synod: " + failure.getMessage());
      return ExitCode.SOFTWARE;
    }
    if (failure instanceof IOException) {
      err.println("synod: " + failed((IOException) failure));
      return ExitCode.SOFTWARE;
    }
    err.print("synod: unexpected: ");
    failure.printStackTrace(err);
    return ExitCode.SOFTWARE;
  }

  /** Whether the message alone is enough for a user. */
  private static boolean isCondition(Exception failure) {
    return failure instanceof CommandFailure
        || failure instanceof AdminException
        || failure instanceof ProcessFailure
        || failure instanceof ReplicaException
        || failure instanceof DirectoryException
        || failure instanceof JournalRefused
        || failure instanceof SnapshotRefused
        || failure instanceof BackupRefused;
  }

  /** The message of {@code failure}, or what stands for it in those of the JDK about files. */
  static String inWords(Throwable failure) {
    return failure instanceof FileSystemException refused ? failed(refused) : failure.getMessage();
  }

  /** Its message alone may lack the reason, or be the name of an exception. */
  private static String withReason(UncheckedIOException failure) {
    String text = failure.getMessage();
    IOException cause = failure.getCause();
    if (text.equals(cause.toString())) {
      return failed(cause);
    }
    boolean isComplete = cause.getMessage() == null || text.contains(cause.getMessage());
    return isComplete ? text : text + ": " + failed(cause);
  }

  // The JDK's exceptions name only the path if they have no message of the system.
  private static String failed(IOException failure) {
    if (failure instanceof AccessDeniedException) {
      return "user '%s' may not read or write %s"
          .formatted(System.getProperty("user.name"), failure.getMessage());
    }
    if (failure instanceof NoSuchFileException) {
      return "%s does not exist, or cannot be made".formatted(failure.getMessage());
    }
    String kind = failure.getClass().getSimpleName().replace("Exception", "");
    return "input or output failed: %s (%s)".formatted(failure.getMessage(), kind);
  }
}
