package io.synod.simulation.node;

/** The moments at which a {@link Trap} can run an action. */
public enum Moment {
  /** It prepares a view, inside the step. */
  PREPARING,
  /** A promise of the replica has just left. */
  PROMISING,
  /** It becomes leader, inside the step. */
  LEADING,
  /** It stops leading or being a candidate, inside the step. */
  FOLLOWING,
  /** It has forgotten its state, and takes a new epoch, inside the step. */
  ANNOUNCING,
  /** It becomes a member, inside the step. */
  JOINING,
  /** It has received a read. */
  READING
}
