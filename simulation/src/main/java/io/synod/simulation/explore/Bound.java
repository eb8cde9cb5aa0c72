package io.synod.simulation.explore;

import java.util.Map;
import java.util.TreeMap;

/**
 * The bound of an exploration: every order of events within it is tried.
 *
 * @param replicas n
 * @param requests that clients send, each to the current leader
 * @param window WND
 * @param rounds the greatest view number that may be promised in a membership; its first election
 *     has view number 1
 * @param timers how often a timer expires or a connection to a leader breaks
 * @param crashes how often a replica crashes and restarts
 * @param duplicates messages that are delivered and can be delivered again; {@link #UNLIMITED}: any
 * @param changes how often an operator asks a leader to replace the last member by a standby, 0 to
 *     2; with 0 there is no standby
 * @param alpha slots after its decision in which the change holds, 1 to 8
 */
public record Bound(
    Start start,
    int replicas,
    int requests,
    int window,
    int rounds,
    int timers,
    int crashes,
    int duplicates,
    int changes,
    int alpha) {
  /** Every message can be delivered again at any time. */
  public static final int UNLIMITED = 255;

  // A budget takes one byte of a state.
  private static final int MOST = 200;

  /** A request, an election and a crash: half a million states. */
  public static final Bound SMALL = new Bound(Start.SUSPECTED, 3, 1, 2, 2, 1, 1, UNLIMITED, 0, 2);

  /** Two requests at a time and an election: some million states. */
  public static final Bound MEDIUM = new Bound(Start.SUSPECTED, 3, 2, 2, 2, 1, 0, UNLIMITED, 0, 2);

  /** For as long as time and memory last. */
  public static final Bound LARGE = new Bound(Start.SUSPECTED, 3, 2, 2, 3, 3, 2, UNLIMITED, 0, 2);

  public Bound {
    within("replicas", replicas, 1, 7);
    within("requests", requests, 0, 20);
    within("window", window, 1, 8);
    within("views", rounds, 1, 9);
    within("timers", timers, 0, MOST);
    within("crashes", crashes, 0, MOST);
    within("changes", changes, 0, 2);
    within("alpha", alpha, 1, 8);
    if (duplicates != UNLIMITED) {
      within("duplicates", duplicates, 0, MOST);
    }
    if (start.compareTo(Start.SUPERSEDED) >= 0 && (replicas < 3 || rounds < 2)) {
      throw new IllegalArgumentException("a superseded leader takes 3 replicas and 2 views");
    }
    if (changes > 0 && replicas < 2) {
      throw new IllegalArgumentException("a change takes 2 replicas: no leader replaces itself");
    }
  }

  private static void within(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s must be from %d to %d, not %d".formatted(name, least, most, value));
    }
  }

  /**
   * @param name small, medium or large
   * @throws IllegalArgumentException if it is none of them
   */
  public static Bound named(String name) {
    return switch (name) {
      case "small" -> SMALL;
      case "medium" -> MEDIUM;
      case "large" -> LARGE;
      default ->
          throw new IllegalArgumentException("the bound is small, medium or large, not " + name);
    };
  }

  /**
   * This bound with some of its limits changed. Without another alpha a changed window is alpha
   * too.
   *
   * @param limits by name, as the fields are printed by {@link #toString}; "any" duplicates are
   *     {@link #UNLIMITED}
   * @throws IllegalArgumentException if a name or a value is unknown
   */
  public Bound with(Map<String, String> limits) {
    Map<String, String> left = new TreeMap<>(limits);
    String kind = left.remove("start");
    boolean sameWindow = !left.containsKey("window");
    int slots = number(left, "window", window);
    Bound changed =
        new Bound(
            kind == null ? start : Start.named(kind),
            number(left, "replicas", replicas),
            number(left, "requests", requests),
            slots,
            number(left, "views", rounds),
            number(left, "timers", timers),
            number(left, "crashes", crashes),
            number(left, "duplicates", duplicates),
            number(left, "changes", changes),
            number(left, "alpha", sameWindow ? alpha : slots));
    if (!left.isEmpty()) {
      throw new IllegalArgumentException("unknown limits: " + left.keySet());
    }
    return changed;
  }

  private static int number(Map<String, String> limits, String name, int otherwise) {
    String text = limits.remove(name);
    if (text == null) {
      return otherwise;
    }
    if (text.equals("any") && name.equals("duplicates")) {
      return UNLIMITED;
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException wrong) {
      throw new IllegalArgumentException(name + " is a number, not " + text, wrong);
    }
  }

  @Override
  public String toString() {
    return ("start %s, replicas %d, requests %d, window %d, views %d, timers %d, crashes %d,"
            + " duplicates %s, changes %d, alpha %d")
        .formatted(
            start.text(),
            replicas,
            requests,
            window,
            rounds,
            timers,
            crashes,
            duplicates == UNLIMITED ? "any" : Integer.toString(duplicates),
            changes,
            alpha);
  }
}
