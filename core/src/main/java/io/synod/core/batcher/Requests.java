package io.synod.core.batcher;

/**
 * Requests of one session as one socket read brought them: whole, valid batch entries ({@code
 * command.BatchEntry}) one behind the other. The holder releases them, exactly once.
 */
public interface Requests {

  /** Bytes of all entries. */
  int bytes();

  /** Count of entries, at least one. */
  int count();

  /** Whose requests they are. */
  long session();

  /** Sequence of the first entry; the others follow it, unless it is a control. */
  long first();

  /** Bytes of the entry that begins at {@code offset}, its header included. */
  int entryBytes(int offset);

  /** Copies {@code length} bytes from {@code offset} on. */
  void copyTo(int offset, byte[] target, int at, int length);

  /** Frees the bytes. */
  void release();
}
