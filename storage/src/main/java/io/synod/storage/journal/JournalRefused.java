package io.synod.storage.journal;

/**
 * The files belong to another replica, or have a format that this version does not know. Nothing
 * was changed. The message names the file and says what to do.
 */
public final class JournalRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  JournalRefused(String message) {
    super(message);
  }

  static JournalRefused newer(String path, int version) {
    return new JournalRefused(
        ("%s has format version %d, and this version of Synod reads up to %d; start the newer"
                + " Synod that wrote it, or empty the directory, so that the replica recovers from the"
                + " others")
            .formatted(path, version, SegmentHeader.VERSION));
  }

  static JournalRefused foreign(String path, String owner, Object expected) {
    return new JournalRefused(
        "%s belongs to %s, not to %s; check storage.directory, cluster.name and the replica's number"
            .formatted(path, owner, expected));
  }
}
