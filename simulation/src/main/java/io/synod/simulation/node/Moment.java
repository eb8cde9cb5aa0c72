package io.synod.simulation.node;

/** When a {@link Trap} may let something happen. */
public enum Moment {
  /** It asks for promises, inside the step. */
  PREPARING,
  /** A promise of its has just left. */
  PROMISING,
  /** It takes the lead, inside the step. */
  LEADING,
  /** It gives up the lead, or running for it, inside the step. */
  FOLLOWING,
  /** It has forgotten what it has told, and takes a new epoch, inside the step. */
  ANNOUNCING,
  /** It takes part, inside the step. */
  JOINING,
  /** It was asked to read. */
  READING
}
