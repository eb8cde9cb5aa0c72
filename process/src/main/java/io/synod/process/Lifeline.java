package io.synod.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * What every child begins with. Ties it to its parent: it ends when its standard input does, even
 * after a SIGKILL of the parent. Then runs the child's program.
 */
public final class Lifeline {
  private static final int ORPHANED = 3;
  private static volatile Consumer<String> listener = line -> {};

  private Lifeline() {}

  /** {@code CLASS} whose main method is run, and its arguments. */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    Thread thread = new Thread(Lifeline::watch, "lifeline");
    thread.setDaemon(true);
    thread.start();
    Method main = Class.forName(arguments[0]).getDeclaredMethod("main", String[].class);
    main.setAccessible(true);
    main.invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
  }

  /**
   * @param next receives each line of the parent from now on, on a thread that it must not keep;
   *     the process ends if it throws
   */
  public static void listen(Consumer<String> next) {
    listener = next;
  }

  private static void watch() {
    BufferedReader parent =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try {
      for (String line = parent.readLine(); line != null; line = parent.readLine()) {
        listener.accept(line);
      }
    } catch (IOException broken) {
      System.err.println("the pipe to the parent is broken: " + broken.getMessage());
    } catch (RuntimeException bug) {
      bug.printStackTrace();
    } finally {
      Runtime.getRuntime().halt(ORPHANED);
    }
  }
}
