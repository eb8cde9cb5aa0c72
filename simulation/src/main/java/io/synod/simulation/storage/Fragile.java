package io.synod.simulation.storage;

/** The faults of a replica's storage, independent of its process. */
public interface Fragile {

  /** The process has died. */
  void killed();

  /** The machine has lost its power, and the process with it. */
  void powerCut();

  /** There is no more space, or there is again. */
  void fill(boolean full);

  /** Someone has emptied the directory. Called between two processes. */
  void lose();

  /**
   * Damages the disk between two processes.
   *
   * @return what the replica may have lost then
   */
  Loss damage(Part part);

  /** One of the next calls fails or has a wrong effect. */
  Loss fail();

  /** The journal's next force fails. */
  void failForce();

  /**
   * Whether the next power cut may remove files whose directory once failed to be forced: the
   * system has marked their names as written, and no later force writes them.
   */
  boolean mayLoseNames();

  /** Disarms all pending failures. */
  void mend();

  /** The damaged part of a disk. */
  enum Part {
    /** A vote, whose slot is still readable. */
    VOTE,
    /** A part of the journal that cannot be identified. */
    RECORD,
    /** The newest snapshot. */
    SNAPSHOT
  }

  /** What a replica may have lost of its durable state. */
  enum Loss {
    /** Nothing. */
    NOTHING,
    /** A vote whose slot it knows. */
    VOTE,
    /** Possibly a part; the replica knows it if so. */
    PERHAPS,
    /** A part that it knows to be lost. */
    CERTAINLY
  }
}
