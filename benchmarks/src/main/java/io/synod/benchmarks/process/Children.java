package io.synod.benchmarks.process;

import io.synod.benchmarks.limit.CpuLimit;
import io.synod.benchmarks.limit.CpuMeans;
import io.synod.benchmarks.limit.CpuShare;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * All children of a benchmark, with a folder for their files. They end, and the folder goes, with
 * {@link #close} or with this process, whatever comes first. For one thread, and the shutdown hook.
 */
public final class Children implements AutoCloseable {
  private static final String FOLDER_PREFIX = "synod-bench";
  private static final int JAVA_WITH_NATIVE_ACCESS_WARNINGS = 24;

  private final List<String> jvmOptions;
  private final Path folder;
  private final Thread hook = new Thread(this::end, "synod-bench-shutdown");

  // Guarded by this.
  private final List<Child> running = new ArrayList<>();
  private final List<Path> folders = new ArrayList<>();
  private final List<CpuLimit> limits = new ArrayList<>();
  private boolean ended;

  private Children(List<String> jvmOptions, Path folder) {
    this.jvmOptions = List.copyOf(jvmOptions);
    this.folder = folder;
    folders.add(folder);
  }

  /**
   * @param jvmOptions of every child
   * @throws ProcessFailure if this process is being ended
   */
  public static Children withJvmOptions(List<String> jvmOptions) {
    Children children = new Children(jvmOptions, makeFolder());
    try {
      Runtime.getRuntime().addShutdownHook(children.hook);
      return children;
    } catch (IllegalStateException shuttingDown) {
      deleteAll(children.folder);
      throw ended();
    }
  }

  private static Path makeFolder() {
    try {
      return Files.createTempDirectory(FOLDER_PREFIX);
    } catch (IOException noRoom) {
      throw new UncheckedIOException("cannot make a folder for the benchmark", noRoom);
    }
  }

  /** Whether this process is being ended: what fails then fails for that. */
  public static boolean areEnding() {
    Thread unused = new Thread(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(unused);
      Runtime.getRuntime().removeShutdownHook(unused);
      return false;
    } catch (IllegalStateException shuttingDown) {
      return true;
    }
  }

  private static ProcessFailure ended() {
    return new ProcessFailure("the benchmark is being ended");
  }

  /** A path in the folder. */
  public Path file(String name) {
    return folder.resolve(name);
  }

  /**
   * A new folder in {@code parent}, which may be on another disk than the children's own. It goes
   * with them.
   */
  public synchronized Path folderIn(Path parent) {
    try {
      Path made = Files.createTempDirectory(parent, FOLDER_PREFIX);
      folders.add(made);
      return made;
    } catch (IOException noRoom) {
      throw new UncheckedIOException("cannot make a folder in " + parent, noRoom);
    }
  }

  /** Deletes a folder that was made here, before the children's end. */
  synchronized void delete(Path made) {
    if (folders.remove(made)) {
      deleteAll(made);
    }
  }

  /** Starts this JVM once more, with the same class path. */
  Child start(String name, Class<?> main, List<String> arguments) {
    return start(name, Program.of(main), arguments);
  }

  /** Starts this JVM once more, with the same class path and what else the program needs. */
  public Child start(String name, Program program, List<String> arguments) {
    Path log = file(name.replace(' ', '-') + ".log");
    ProcessBuilder builder = new ProcessBuilder(command(program, arguments));
    builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    synchronized (this) {
      if (ended) {
        throw ended();
      }
      try {
        Child child = new Child(name, builder.start(), log);
        child.watch();
        running.add(child);
        return child;
      } catch (IOException refused) {
        throw new ProcessFailure("cannot start " + name, refused);
      }
    }
  }

  private List<String> command(Program program, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    command.addAll(jvmOptions);
    command.addAll(program.jvmOptions());
    // Libraries that are unpacked there are not deleted by a process that is killed.
    command.add("-Djava.io.tmpdir=" + folder);
    if (Runtime.version().feature() >= JAVA_WITH_NATIVE_ACCESS_WARNINGS) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(program.main().getName());
    command.addAll(arguments);
    return command;
  }

  /**
   * Limits each of these children to a share of a processor, as long as they run.
   *
   * @return how it is done
   * @throws ProcessFailure if it cannot be done here
   */
  public synchronized CpuMeans limit(List<Child> children, CpuShare share) {
    if (ended) {
      throw ended();
    }
    try {
      CpuLimit limit = CpuLimit.on(children.stream().map(Child::pid).toList(), share);
      limits.add(limit);
      return limit.means();
    } catch (IOException refused) {
      throw new ProcessFailure("cannot limit the replicas' CPU", refused);
    }
  }

  /** Ends some of the children. */
  public void end(List<Child> children) {
    children.forEach(Child::kill);
    synchronized (this) {
      running.removeAll(children);
    }
  }

  private synchronized void end() {
    ended = true;
    running.forEach(Child::kill);
    running.clear();
    limits.forEach(CpuLimit::close);
    limits.clear();
    folders.forEach(Children::deleteAll);
    folders.clear();
  }

  private static void deleteAll(Path folder) {
    try (Stream<Path> below = Files.walk(folder)) {
      for (Path path : below.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException | UncheckedIOException left) {
      System.err.println("cannot delete " + folder + ": " + left.getMessage());
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException alreadyShuttingDown) {
      // Then the hook ends the children.
      return;
    }
    end();
  }
}
