package io.synod.simulation.node;

import java.util.EnumMap;
import java.util.Map;

/** Runs actions at certain moments in a replica's processes. */
public final class Trap {
  private static final Runnable NOTHING = () -> {};

  private final Map<Moment, Runnable> actions = new EnumMap<>(Moment.class);
  private int persistsLeft;
  private int durablesLeft;
  private Runnable onWriting = NOTHING;

  /** Runs it right after the {@code count}-th record from now on is persisted, inside the step. */
  public void atPersist(int count, Runnable action) {
    persistsLeft = count;
    durablesLeft = 0;
    onWriting = action;
  }

  /** Runs it right after the {@code count}-th write from now on, before waiting messages leave. */
  public void atDurable(int count, Runnable action) {
    durablesLeft = count;
    persistsLeft = 0;
    onWriting = action;
  }

  /** Runs it at the next such moment, once; replaces an earlier such action. */
  public void at(Moment moment, Runnable action) {
    actions.put(moment, action);
  }

  /** Removes all actions. */
  public void disarm() {
    actions.clear();
    persistsLeft = 0;
    durablesLeft = 0;
  }

  void comes(Moment moment) {
    Runnable action = actions.remove(moment);
    if (action != null) {
      action.run();
    }
  }

  void persisted() {
    if (persistsLeft > 0 && --persistsLeft == 0) {
      onWriting.run();
    }
  }

  void durable() {
    if (durablesLeft > 0 && --durablesLeft == 0) {
      onWriting.run();
    }
  }
}
