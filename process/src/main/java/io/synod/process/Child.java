package io.synod.process;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One child process. What it says, which are lines of its standard output that begin with a prefix,
 * is read by a thread of its own and taken by one other.
 */
public final class Child {
  /** What a server says once it listens. */
  public static final String READY = "ready";

  static final String PREFIX = "child: ";
  private static final String END = "";
  private static final int LOG_LINES = 20;
  private static final long KILL_SECONDS = 10;

  private final String name;
  private final Process process;
  private final Path log;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private volatile boolean killed;

  Child(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  /** Of a child, to its parent. */
  public static void say(String line) {
    System.out.println(PREFIX + line);
    System.out.flush();
  }

  public String name() {
    return name;
  }

  void watch() {
    Thread reader = new Thread(this::readLines, "output of " + name);
    reader.setDaemon(true);
    reader.start();
  }

  private void readLines() {
    try (BufferedReader output = process.inputReader()) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.startsWith(PREFIX)) {
          lines.add(line.substring(PREFIX.length()));
        }
      }
    } catch (IOException killed) {
      // The end is reported below, whatever it was.
    }
    lines.add(END);
  }

  /**
   * The next thing that the child says.
   *
   * @throws ProcessFailure if it has ended, or says nothing within {@code patience}
   */
  public String nextLine(Duration patience) throws InterruptedException {
    String line = lines.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    if (line == null) {
      throw failure("says nothing for " + patience.toSeconds() + " s");
    }
    if (line.equals(END)) {
      throw gone("closed its output");
    }
    return line;
  }

  /** Its pipe is broken, as it is when a process ends: a little before that is known. */
  private ProcessFailure gone(String unlessEnded) throws InterruptedException {
    process.waitFor(1, TimeUnit.SECONDS);
    return failure(process.isAlive() ? unlessEnded : "ended: " + process.exitValue());
  }

  /**
   * Says a line to the child, on its standard input.
   *
   * @throws ProcessFailure if it has ended
   */
  public void send(String line) throws InterruptedException {
    try {
      BufferedWriter input = process.outputWriter();
      input.write(line);
      input.newLine();
      input.flush();
    } catch (IOException broken) {
      throw gone("closed its input");
    }
  }

  /** The next thing that the child has said, null if it has said nothing more. */
  public String pollLine() {
    if (END.equals(lines.peek())) {
      return null;
    }
    return lines.poll();
  }

  /** Waits until a server listens. */
  public void awaitReady(Duration patience) throws InterruptedException {
    String line = nextLine(patience);
    if (!line.equals(READY)) {
      throw failure("said '" + line + "' before it was ready");
    }
  }

  /**
   * @throws ProcessFailure if the child has ended
   */
  public void checkAlive() {
    if (!process.isAlive()) {
      throw failure("ended: " + process.exitValue());
    }
  }

  public Usage usage() {
    return Usage.of(process.toHandle());
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Whether {@link #kill} was called. */
  public boolean isKilled() {
    return killed;
  }

  public Process process() {
    return process;
  }

  public long pid() {
    return process.pid();
  }

  /** Sends the signal of this name, without SIG. */
  public void signal(String signal) throws InterruptedException {
    try {
      Process kill =
          new ProcessBuilder("kill", "-" + signal, Long.toString(pid())).inheritIO().start();
      if (!kill.waitFor(KILL_SECONDS, TimeUnit.SECONDS) || kill.exitValue() != 0) {
        throw failure("did not take SIG" + signal);
      }
    } catch (IOException cannotStart) {
      throw new ProcessFailure("kill cannot be run", cannotStart);
    }
  }

  private ProcessFailure failure(String what) {
    return new ProcessFailure("%s %s; its log ends with:%n%s".formatted(name, what, logEnd()));
  }

  private String logEnd() {
    try {
      List<String> all = Files.readAllLines(log);
      return String.join(
          System.lineSeparator(), all.subList(Math.max(0, all.size() - LOG_LINES), all.size()));
    } catch (IOException unreadable) {
      return "(not readable: " + unreadable.getMessage() + ")";
    }
  }

  /** Ends the process without any warning to it (SIGKILL); returns before it has ended. */
  public void kill() {
    killed = true;
    process.destroyForcibly();
  }

  /** Waits until the process, which was killed, has gone. */
  public void awaitEnd() {
    process.onExit().orTimeout(KILL_SECONDS, TimeUnit.SECONDS).join();
  }
}
