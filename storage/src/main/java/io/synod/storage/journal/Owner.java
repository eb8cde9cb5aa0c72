package io.synod.storage.journal;

/** The identity that all files must have: the given one, or else that of the first file. */
final class Owner {
  private JournalIdentity identity;
  private boolean stampKnown;
  private int stamp;

  /**
   * @param identity null if it is not known
   */
  Owner(JournalIdentity identity) {
    if (identity != null) {
      learn(identity);
    }
  }

  /** Null as long as it is not known. */
  JournalIdentity identity() {
    return identity;
  }

  /** Refuses the file at {@code path} if it is another's. */
  void require(String path, JournalIdentity found) {
    if (identity == null) {
      learn(found);
    } else if (!identity.equals(found)) {
      throw JournalRefused.foreign(path, found.toString(), identity);
    }
  }

  boolean hasStamp(int found) {
    if (!stampKnown) {
      stampKnown = true;
      stamp = found;
    }
    return stamp == found;
  }

  private void learn(JournalIdentity known) {
    identity = known;
    stamp = known.stamp();
    stampKnown = true;
  }

  @Override
  public String toString() {
    return identity == null ? "the journal beside it" : identity.toString();
  }
}
