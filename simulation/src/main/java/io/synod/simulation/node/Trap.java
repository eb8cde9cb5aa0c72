package io.synod.simulation.node;

/** Waits for one moment in a replica's lives, and lets something happen there. */
public final class Trap {
  private static final Runnable NOTHING = () -> {};

  private int persistsLeft;
  private int durablesLeft;
  private Runnable action;
  private Runnable atPreparing = NOTHING;
  private Runnable atLeading = NOTHING;
  private Runnable atFollowing = NOTHING;

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

  /** When it next asks for promises, inside the step; takes the place of an earlier such action. */
  public void atPreparing(Runnable action) {
    atPreparing = action;
  }

  /** When it next takes the lead. */
  public void atLeading(Runnable action) {
    atLeading = action;
  }

  /** When it next gives up the lead, or running for it. */
  public void atFollowing(Runnable action) {
    atFollowing = action;
  }

  /** Nothing happens any more. */
  public void disarm() {
    atPreparing = NOTHING;
    atLeading = NOTHING;
    atFollowing = NOTHING;
    persistsLeft = 0;
    durablesLeft = 0;
  }

  void persisted() {
    if (persistsLeft > 0 && --persistsLeft == 0) {
      action.run();
    }
  }

  void prepares() {
    Runnable prepared = atPreparing;
    atPreparing = NOTHING;
    prepared.run();
  }

  void leads() {
    Runnable led = atLeading;
    atLeading = NOTHING;
    led.run();
  }

  void follows() {
    Runnable followed = atFollowing;
    atFollowing = NOTHING;
    followed.run();
  }

  void durable() {
    if (durablesLeft > 0 && --durablesLeft == 0) {
      action.run();
    }
  }
}
