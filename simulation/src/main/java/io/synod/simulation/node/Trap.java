package io.synod.simulation.node;

/** Waits for one moment in a replica's lives, and lets something happen there. */
public final class Trap {
  private int persistsLeft;
  private int durablesLeft;
  private Runnable action;

  /** Right after the {@code count}-th fact from now on is persisted, inside the step. */
  public void atPersist(int count, Runnable action) {
    persistsLeft = count;
    durablesLeft = 0;
    this.action = action;
  }

  /** Right after the {@code count}-th write from now on, before anything is told that waited. */
  public void atDurable(int count, Runnable action) {
    durablesLeft = count;
    persistsLeft = 0;
    this.action = action;
  }

  /** Nothing happens any more. */
  public void disarm() {
    persistsLeft = 0;
    durablesLeft = 0;
  }

  void persisted() {
    if (persistsLeft > 0 && --persistsLeft == 0) {
      action.run();
    }
  }

  void durable() {
    if (durablesLeft > 0 && --durablesLeft == 0) {
      action.run();
    }
  }
}
