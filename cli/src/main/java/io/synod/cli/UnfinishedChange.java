package io.synod.cli;

import io.synod.client.AdminException;
import java.io.PrintWriter;

/** A change of a cluster that a command asks for and waits for. */
final class UnfinishedChange {
  private UnfinishedChange() {}

  /** Asks for a change and waits until it is made. */
  @FunctionalInterface
  interface Change<T> {
    T make() throws AdminException, InterruptedException;
  }

  /**
   * Makes a change; if Ctrl-C or SIGTERM ends the command meanwhile, says what may become of it.
   */
  static <T> T await(Change<T> change, PrintWriter err)
      throws AdminException, InterruptedException {
    return await(change, "the same command, repeated, says whether it was", err);
  }

  /**
   * @param next what shows the user whether the change was made
   */
  static <T> T await(Change<T> change, String next, PrintWriter err)
      throws AdminException, InterruptedException {
    Thread atInterrupt = new Thread(() -> say(next, err), "synod-shutdown");
    add(atInterrupt);
    try {
      return change.make();
    } finally {
      remove(atInterrupt);
    }
  }

  private static void add(Thread atInterrupt) {
    try {
      Runtime.getRuntime().addShutdownHook(atInterrupt);
    } catch (IllegalStateException ends) {
      // The process ends before the change is asked for.
    }
  }

  private static void remove(Thread atInterrupt) {
    try {
      Runtime.getRuntime().removeShutdownHook(atInterrupt);
    } catch (IllegalStateException ends) {
      // The process ends, and says so.
    }
  }

  private static void say(String next, PrintWriter err) {
    err.println("synod: interrupted: the change may be made all the same; " + next);
    err.flush();
  }
}
