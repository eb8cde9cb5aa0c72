package io.synod.simulation.explore;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Explores a bound. Blocks its caller; uses no thread of its own. */
public final class Exploration {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long TELL_NANOS = NANOS_PER_SECOND / 4;

  private final Model model;
  private final Explorer explorer;
  private final Consumer<ExplorationProgress> listener;
  private final long beganNanos = System.nanoTime();
  private final long endNanos;
  private final long bytesMost = Runtime.getRuntime().maxMemory() / 4 * 3;
  private long toldNanos;
  private long asked;
  private ExplorationResult.Ending ending = ExplorationResult.Ending.EXHAUSTED;

  private Exploration(Bound bound, long seconds, Consumer<ExplorationProgress> listener) {
    model = new Model(bound);
    explorer = new Explorer(model);
    this.listener = listener;
    endNanos =
        beganNanos + Math.min(seconds, Long.MAX_VALUE / 4 / NANOS_PER_SECOND) * NANOS_PER_SECOND;
  }

  /**
   * Explores {@code bound} until it is exhausted, a violation is found, the time is up or three
   * quarters of the memory are in use.
   *
   * @param listener receives the progress now and then
   */
  public static ExplorationResult explore(
      Bound bound, long seconds, Consumer<ExplorationProgress> listener) {
    return new Exploration(bound, seconds, listener).run();
  }

  /**
   * For callers that share no class with this one.
   *
   * @param limits "bound" names one, see {@link Bound#named}, "seconds" ends it early, the others
   *     change the bound, see {@link Bound#with}
   * @return the violation with its trace; null if none was found
   */
  public static String run(Map<String, String> limits) {
    Map<String, String> left = new TreeMap<>(limits);
    String name = left.remove("bound");
    String seconds = left.remove("seconds");
    Bound bound = Bound.named(name == null ? "small" : name).with(left);
    long most = seconds == null ? Long.MAX_VALUE : Long.parseLong(seconds);
    return explore(bound, most, progress -> {}).violation();
  }

  private ExplorationResult run() {
    explorer.begin();
    boolean more = explorer.finding() == null;
    while (more) {
      more = explorer.deepen(this::isOver);
    }
    Explorer.Finding finding = explorer.finding();
    return new ExplorationResult(
        model.bound(),
        progress(),
        finding == null ? ending : ExplorationResult.Ending.VIOLATED,
        finding == null ? null : PathReplay.of(model, finding));
  }

  private boolean isOver() {
    if ((++asked & 63) == 0) {
      long now = System.nanoTime();
      if (now >= endNanos) {
        ending = ExplorationResult.Ending.OUT_OF_TIME;
      } else if (explorer.bytes() > bytesMost) {
        ending = ExplorationResult.Ending.OUT_OF_MEMORY;
      }
      if (now - toldNanos > TELL_NANOS) {
        toldNanos = now;
        listener.accept(progress());
      }
    }
    return ending != ExplorationResult.Ending.EXHAUSTED;
  }

  private ExplorationProgress progress() {
    return new ExplorationProgress(
        explorer.states(),
        explorer.edges(),
        explorer.depth(),
        explorer.frontier(),
        explorer.transitions().states(),
        explorer.transitions().outcomes(),
        System.nanoTime() - beganNanos);
  }
}
