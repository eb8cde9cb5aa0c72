package io.synod.examples.kv.command;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.synod.examples.kv.store.Entry;
import io.synod.examples.kv.store.EntryVisitor;
import io.synod.examples.kv.store.GlobPattern;
import io.synod.examples.kv.store.Keyspace;
import io.synod.service.ServiceException;

/**
 * Commands that visit all keys, in the order of the keys' hashes. SCAN's cursor is the hash at
 * which to continue. It has the same meaning on every replica, regardless of writes in between.
 */
final class ScanCommands {
  private static final int DEFAULT_COUNT = 10;

  private ScanCommands() {}

  static byte[] keys(Keyspace keyspace, Arguments arguments) throws ServiceException {
    GlobPattern pattern = pattern(arguments.bytes(0));
    RespArray keys = new RespArray();
    keyspace.visit(0, entry -> !pattern.matches(entry.key()) || keys.add(entry.key()));
    return keys.toBytes();
  }

  static byte[] scan(Keyspace keyspace, Arguments arguments) throws ServiceException {
    Page page = new Page();
    page.readOptions(arguments);
    keyspace.visit(cursor(arguments.bytes(0)), page);
    return page.toBytes();
  }

  private static GlobPattern pattern(byte[] bytes) throws ServiceException {
    if (bytes.length > GlobPattern.BYTES_MAX) {
      throw new ServiceException(
          "ERR the pattern has %d bytes, and at most %d are compared with every key: shorten it"
              .formatted(bytes.length, GlobPattern.BYTES_MAX));
    }
    return new GlobPattern(bytes);
  }

  private static long cursor(byte[] text) throws ServiceException {
    try {
      return Long.parseUnsignedLong(new String(text, US_ASCII));
    } catch (NumberFormatException e) {
      throw new ServiceException("ERR invalid cursor");
    }
  }

  /**
   * One answer of SCAN: visits at least {@code COUNT} keys, and all keys that share the last hash.
   */
  private static final class Page implements EntryVisitor {
    private final RespArray keys = new RespArray();
    private GlobPattern pattern;
    private boolean typeExists = true;
    private long countMin = DEFAULT_COUNT;
    private long visited;
    private long lastHash;
    private long cursor;

    void readOptions(Arguments arguments) throws ServiceException {
      for (int i = 1; i < arguments.count(); i += 2) {
        if (i + 1 == arguments.count()) {
          throw SetOptions.syntaxError();
        }
        switch (arguments.word(i)) {
          case "MATCH" -> pattern = pattern(arguments.bytes(i + 1));
          case "COUNT" -> countMin = arguments.integer(i + 1);
          case "TYPE" -> typeExists = arguments.word(i + 1).equals("STRING");
          default -> throw SetOptions.syntaxError();
        }
      }
      if (countMin < 1) {
        throw SetOptions.syntaxError();
      }
    }

    @Override
    public boolean visit(Entry entry) {
      if (visited >= countMin && entry.hash() != lastHash) {
        cursor = entry.hash();
        return false;
      }
      visited++;
      lastHash = entry.hash();
      boolean wanted = typeExists && (pattern == null || pattern.matches(entry.key()));
      return !wanted || keys.add(entry.key());
    }

    byte[] toBytes() throws ServiceException {
      RespArray answer = new RespArray();
      answer.add(Long.toUnsignedString(cursor).getBytes(US_ASCII));
      answer.addEncoded(keys.toBytes());
      return answer.toBytes();
    }
  }
}
