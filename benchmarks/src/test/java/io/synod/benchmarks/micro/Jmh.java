package io.synod.benchmarks.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** What {@code scripts/jmh} runs: JMH, whose results are kept, or the comparison of two of them. */
final class Jmh {
  private static final String COMPARE = "--compare";
  private static final int NOT_UNDERSTOOD = 2;

  // The name of a file must not become longer than file systems take.
  private static final int NAME_LENGTH_MAX = 60;

  private Jmh() {}

  /**
   * @param arguments the folder of the results, the revision that is measured, and what the user
   *     has said
   */
  public static void main(String[] arguments) throws IOException {
    List<String> said = List.of(arguments).subList(2, arguments.length);
    try {
      if (said.contains(COMPARE)) {
        System.out.print(compare(said));
      } else {
        Main.main(kept(Path.of(arguments[0]), arguments[1], said).toArray(String[]::new));
      }
    } catch (IllegalArgumentException notUnderstood) {
      System.err.println("synod: " + notUnderstood.getMessage());
      System.exit(NOT_UNDERSTOOD);
    }
  }

  /**
   * The table of two files.
   *
   * @throws IllegalArgumentException if {@code said} does not name two files with results
   */
  static String compare(List<String> said) throws IOException {
    if (said.size() != 3 || !said.get(0).equals(COMPARE)) {
      throw new IllegalArgumentException(
          "--compare stands first and takes two files: scripts/jmh --compare OLD.json NEW.json");
    }
    return Comparison.of(MicroResult.read(said.get(1)), MicroResult.read(said.get(2))).table();
  }

  /** The same arguments, and where the results go unless they say it, or measure nothing. */
  static List<String> kept(Path folder, String revision, List<String> said) throws IOException {
    CommandLineOptions options = parsed(said);
    boolean measures =
        !options.shouldHelp()
            && !options.shouldList()
            && !options.shouldListWithParams()
            && !options.shouldListProfilers()
            && !options.shouldListResultFormats();
    if (!measures || options.getResult().hasValue() || options.getResultFormat().hasValue()) {
      return said;
    }
    List<String> all = new ArrayList<>(said);
    all.addAll(
        List.of(
            "-rf", "json", "-rff", newFile(folder, revision, options.getIncludes()).toString()));
    return all;
  }

  private static CommandLineOptions parsed(List<String> said) {
    try {
      return new CommandLineOptions(said.toArray(String[]::new));
    } catch (CommandLineOptionException notUnderstood) {
      throw new IllegalArgumentException(
          notUnderstood.getMessage() + " (scripts/jmh -h lists the options)", notUnderstood);
    }
  }

  /** Creates the file, so that two runs at once do not take the same one. */
  private static Path newFile(Path folder, String revision, List<String> benchmarks)
      throws IOException {
    Files.createDirectories(folder);
    String chosen = benchmarks.isEmpty() ? "all" : String.join("+", benchmarks);
    String name = revision + "-" + chosen.replaceAll("[^A-Za-z0-9.+]+", "_");
    String stem = name.substring(0, Math.min(name.length(), NAME_LENGTH_MAX));
    for (int run = 1; ; run++) {
      Path file = folder.resolve(run == 1 ? stem + ".json" : stem + "-" + run + ".json");
      if (Files.notExists(file)) {
        return Files.createFile(file);
      }
    }
  }
}
