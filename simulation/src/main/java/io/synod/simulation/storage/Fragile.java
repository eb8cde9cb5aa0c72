package io.synod.simulation.storage;

/** What happens to what a replica keeps, whatever its process does. */
public interface Fragile {

  /** The process has died. */
  void killed();

  /** The machine has lost its power, and the process with it. */
  void powerCut();

  /** There is no more space, or there is again. */
  void fill(boolean full);

  /** Everything is gone: somebody has emptied the directory. Between two processes. */
  void lose();

  /**
   * The disk loses something between two processes.
   *
   * @return what the replica may have lost then
   */
  Loss damage(Part part);

  /** One of the next calls fails, or does something else than it says. */
  Loss fail();

  /** The journal's next wait for the disk fails. */
  void failForce();

  /**
   * Whether the next power cut may take files whose directory could not be forced once: the system
   * has taken their names for written then, and no later force writes them.
   */
  boolean mayLoseNames();

  /** Whatever was to fail and has not does not any more. */
  void mend();

  /** What of a disk is damaged. */
  enum Part {
    /** A vote, whose slot can still be read. */
    VOTE,
    /** Something of the journal that cannot be named. */
    RECORD,
    /** The newest snapshot. */
    SNAPSHOT
  }

  /** What a replica may have lost of its memory. */
  enum Loss {
    /** Nothing. */
    NOTHING,
    /** A vote whose slot it knows. */
    VOTE,
    /** Something, but if so it knows that. */
    PERHAPS,
    /** Something that it knows to be lost. */
    CERTAINLY
  }
}
