package io.synod.core.execution;

/**
 * A decided batch holds a control sequence that only a later version of Synod knows. The replica
 * stops before it, because what it means may concern every replica.
 */
public final class UnknownControl extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnknownControl(long slot, int index, long sequence) {
    super(
        ("slot %d holds control sequence %d, as entry %d, which a later version of Synod wrote and"
                + " this version does not know; without it this replica would differ from the"
                + " others: start that version or a later one again")
            .formatted(slot, sequence, index));
  }
}
