package io.synod.examples.kv.command;

import io.synod.examples.kv.store.Entry;
import io.synod.examples.kv.store.HashValue;
import io.synod.examples.kv.store.StringValue;
import io.synod.service.ServiceException;

/** The values of entries, by the type that a command works on. */
final class Values {

  private Values() {}

  /** The string, or null if there is no entry. */
  static byte[] string(Entry entry) throws ServiceException {
    if (entry == null) {
      return null;
    }
    if (entry.value() instanceof StringValue string) {
      return string.bytes();
    }
    throw wrongType();
  }

  /** The hash, empty if there is no entry. */
  static HashValue hash(Entry entry) throws ServiceException {
    if (entry == null) {
      return HashValue.EMPTY;
    }
    if (entry.value() instanceof HashValue hash) {
      return hash;
    }
    throw wrongType();
  }

  /** The name of the entry's type for TYPE and SCAN. */
  static String typeName(Entry entry) {
    return entry == null ? "none" : entry.value() instanceof HashValue ? "hash" : "string";
  }

  /** Of an entry that is to be changed: its expiry time, or never if there is none. */
  static long expiresAtMillis(Entry entry) {
    return entry == null ? Entry.NEVER : entry.expiresAtMillis();
  }

  static void checkLength(long bytes) throws ServiceException {
    if (bytes > Limits.VALUE_BYTES_MAX) {
      throw new ServiceException(
          "ERR string exceeds maximum allowed size (" + Limits.VALUE_BYTES_MAX + " bytes)");
    }
  }

  private static ServiceException wrongType() {
    return new ServiceException(
        "WRONGTYPE Operation against a key holding the wrong kind of value");
  }
}
