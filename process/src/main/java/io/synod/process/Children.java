package io.synod.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Children with a folder for their files. They end with {@link #close} or with this process,
 * whatever comes first. Thread-safe.
 */
public final class Children implements AutoCloseable {
  private static final String FOLDER_PREFIX = "synod-children";

  private final List<String> jvmOptions;
  private final Path folder;
  private final Thread hook = new Thread(this::end, "synod-children-shutdown");

  // Written before anybody else has this.
  private boolean isHooked;

  // Guarded by this.
  private final List<Child> running = new ArrayList<>();
  private final List<Path> folders = new ArrayList<>();
  private final List<Runnable> further = new ArrayList<>();
  private boolean ended;

  private Children(List<String> jvmOptions, Path folder) {
    this.jvmOptions = List.copyOf(jvmOptions);
    this.folder = folder;
  }

  /**
   * With a folder that is there, and stays. Where this process is ended and nobody closes them, the
   * children end after it.
   */
  public static Children in(Path folder) {
    return new Children(List.of(), folder);
  }

  /**
   * With a temporary folder, which goes with them.
   *
   * @param jvmOptions of every child
   * @throws ProcessFailure if this process is being ended
   */
  public static Children withJvmOptions(List<String> jvmOptions) {
    Children children = new Children(jvmOptions, makeFolder());
    children.folders.add(children.folder);
    try {
      Runtime.getRuntime().addShutdownHook(children.hook);
      children.isHooked = true;
      return children;
    } catch (IllegalStateException shuttingDown) {
      deleteOrSay(children.folder);
      throw ended();
    }
  }

  private static Path makeFolder() {
    try {
      return Files.createTempDirectory(FOLDER_PREFIX);
    } catch (IOException noRoom) {
      throw new UncheckedIOException("cannot make a folder for child processes", noRoom);
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
    return new ProcessFailure(
        "no process is started any more: this one is being ended, or has closed them");
  }

  /** A path in the folder. */
  public Path file(String name) {
    return folder.resolve(name);
  }

  /** What the child of that name has printed, in all its lives. */
  public Path log(String name) {
    return file(name.replace(' ', '-') + ".log");
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
  public synchronized void delete(Path made) {
    if (folders.remove(made)) {
      deleteOrSay(made);
    }
  }

  /** Starts this JVM once more, with the same class path. */
  public Child start(String name, Class<?> main, List<String> arguments) {
    return start(name, new Program(main, List.of()), arguments);
  }

  /**
   * The same, with what else the program needs.
   *
   * @param name of the child; its log, which is appended to, has that too
   * @throws ProcessFailure if it cannot be started
   */
  public Child start(String name, Program program, List<String> arguments) {
    Path log = log(name);
    ProcessBuilder builder = new ProcessBuilder(command(program, arguments));
    builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    if (!program.speaks()) {
      builder.redirectErrorStream(true);
      builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    }
    synchronized (this) {
      if (ended) {
        throw ended();
      }
      try {
        Child child = new Child(name, builder.start(), log);
        if (program.speaks()) {
          child.watch();
        }
        running.add(child);
        return child;
      } catch (IOException refused) {
        throw new ProcessFailure("cannot start " + name, refused);
      }
    }
  }

  private List<String> command(Program program, List<String> arguments) {
    List<String> options = new ArrayList<>();
    // Netty follows a share of its buffers, for 2 % of the time, and the classes of its events for
    // Flight Recorder are an eighth of the start; the options that follow may say so.
    options.add("-Dio.netty.leakDetection.level=disabled");
    options.add("-Dio.netty.jfr.enabled=false");
    options.addAll(jvmOptions);
    options.addAll(program.jvmOptions());
    // Libraries that are unpacked there are not deleted by a process that is killed.
    options.add("-Djava.io.tmpdir=" + folder);
    String classPath = program.classPath();
    List<String> command =
        new ArrayList<>(
            classPath.isEmpty() ? ThisJvm.command(options) : ThisJvm.command(options, classPath));
    command.add(Lifeline.class.getName());
    command.add(program.main().getName());
    command.addAll(arguments);
    return command;
  }

  /**
   * Runs this too, once the children have ended.
   *
   * @throws ProcessFailure if they have ended; then it has run
   */
  public synchronized void closeWith(Runnable end) {
    if (ended) {
      end.run();
      throw ended();
    }
    further.add(end);
  }

  /** Ends some of the children, and waits until they have gone. */
  public void end(List<Child> children) {
    children.forEach(Child::kill);
    children.forEach(Child::awaitEnd);
    synchronized (this) {
      running.removeAll(children);
    }
  }

  private synchronized void end() {
    ended = true;
    running.forEach(Child::kill);
    try {
      running.forEach(Child::awaitEnd);
    } finally {
      // Also after a child that the system does not end.
      running.clear();
      further.forEach(Runnable::run);
      further.clear();
      folders.forEach(Children::deleteOrSay);
      folders.clear();
    }
  }

  /** Deletes a folder and everything in it; blocks until that is done. */
  public static void deleteAll(Path folder) throws IOException {
    try (Stream<Path> below = Files.walk(folder)) {
      for (Path path : below.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static void deleteOrSay(Path folder) {
    try {
      deleteAll(folder);
    } catch (IOException | UncheckedIOException left) {
      System.err.println("cannot delete " + folder + ": " + left.getMessage());
    }
  }

  @Override
  public void close() {
    try {
      if (isHooked) {
        Runtime.getRuntime().removeShutdownHook(hook);
      }
    } catch (IllegalStateException alreadyShuttingDown) {
      // Then the hook ends the children.
      return;
    }
    end();
  }
}
