package io.synod.simulation.node;

import java.util.EnumMap;
import java.util.Map;

/** Waits for moments in a replica's lives, and lets something happen there. */
public final class Trap {
  private static final Runnable NOTHING = () -> {};

  private final Map<Moment, Runnable> actions = new EnumMap<>(Moment.class);
  private int persistsLeft;
  private int durablesLeft;
  private Runnable onWriting = NOTHING;

  /** Right after the {@code count}-th fact from now on is persisted, inside the step. */
  public void atPersist(int count, Runnable action) {
    persistsLeft = count;
    durablesLeft = 0;
    onWriting = action;
  }

  /** Right after the {@code count}-th write from now on, before anything is told that waited. */
  public void atDurable(int count, Runnable action) {
    durablesLeft = count;
    persistsLeft = 0;
    onWriting = action;
  }

  /** When that moment next comes, once; takes the place of an earlier such action. */
  public void at(Moment moment, Runnable action) {
    actions.put(moment, action);
  }

  /** Nothing happens any more. */
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
