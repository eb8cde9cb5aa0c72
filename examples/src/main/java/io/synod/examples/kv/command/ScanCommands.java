package io.synod.examples.kv.command;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.synod.examples.kv.store.Entry;
import io.synod.examples.kv.store.GlobPattern;
import io.synod.examples.kv.store.HashValue;
import io.synod.examples.kv.store.Key;
import io.synod.examples.kv.store.Keyspace;
import io.synod.service.ServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Commands that visit all keys, or all fields of a hash, in the order of their hashes. A cursor is
 * the hash at which to continue. It has the same meaning on every replica, regardless of writes in
 * between.
 */
final class ScanCommands {
  private static final int DEFAULT_COUNT = 10;

  // The least that an element takes in an answer beside its bytes. So an answer to KEYS that lacks
  // keys, because the page has ended before them, is too large and is refused.
  private static final int ELEMENT_BYTES_MIN = 6;

  private ScanCommands() {}

  static void keys(Keyspace keyspace, Arguments arguments, Resp answer) throws ServiceException {
    Page page = new Page();
    page.pattern = pattern(arguments.bytes(0));
    page.countMin = Long.MAX_VALUE;
    page.bytesMin = Limits.ANSWER_BYTES_MAX;
    page.visitKeys(keyspace, 0);
    page.addFound(answer);
  }

  static void scan(Keyspace keyspace, Arguments arguments, Resp answer) throws ServiceException {
    long from = cursor(arguments.bytes(0));
    Page page = Page.read(arguments, 1, true);
    page.visitKeys(keyspace, from);
    page.addTo(answer);
  }

  static void scanHash(Keyspace keyspace, Arguments arguments, Resp answer)
      throws ServiceException {
    long from = cursor(arguments.bytes(1));
    HashValue hash = Values.hash(keyspace.find(arguments.bytes(0)));
    // Of a key that does not exist, Redis does not read the options.
    Page page = hash.size() == 0 ? new Page() : Page.read(arguments, 2, false);
    for (Map.Entry<Key, byte[]> field : hash.from(from)) {
      if (!page.takes(field.getKey())) {
        break;
      }
      page.add(field.getKey().bytes(), field.getValue());
    }
    page.addTo(answer);
  }

  private static GlobPattern pattern(byte[] bytes) throws ServiceException {
    if (bytes.length > GlobPattern.BYTES_MAX) {
      throw new ServiceException(
          "ERR the pattern has %s bytes, and at most %s are compared with every key: shorten it"
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
   * One answer: visits at least {@code COUNT} elements, and all elements that share the last hash.
   */
  private static final class Page {
    private final List<byte[]> found = new ArrayList<>();
    private long foundBytes;
    private GlobPattern pattern;
    private String type;
    private long countMin = DEFAULT_COUNT;
    // Ends a page before it is too large to be answered.
    private long bytesMin = Limits.ANSWER_BYTES_MAX / 4;
    private long visited;
    private long lastHash;
    private long cursor;

    static Page read(Arguments arguments, int first, boolean mayFilterType)
        throws ServiceException {
      Page page = new Page();
      for (int i = first; i < arguments.count(); i += 2) {
        if (i + 1 == arguments.count()) {
          throw SetOptions.syntaxError();
        }
        switch (arguments.word(i)) {
          case "MATCH" -> page.pattern = pattern(arguments.bytes(i + 1));
          case "COUNT" -> page.countMin = arguments.integer(i + 1);
          case "TYPE" -> page.type = arguments.word(i + 1);
          default -> throw SetOptions.syntaxError();
        }
        if (page.countMin < 1 || (page.type != null && !mayFilterType)) {
          throw SetOptions.syntaxError();
        }
      }
      return page;
    }

    void visitKeys(Keyspace keyspace, long from) {
      for (Map.Entry<Key, Entry> next : keyspace.from(from)) {
        Entry entry = next.getValue();
        if (keyspace.has(entry)) {
          if (!takes(entry.key())) {
            break;
          }
          if (type == null || Values.typeName(entry).equalsIgnoreCase(type)) {
            add(entry.key().bytes(), null);
          }
        }
      }
    }

    /** Whether the element belongs to this answer; if not, the next answer begins with it. */
    boolean takes(Key key) {
      boolean full = visited >= countMin || foundBytes > bytesMin;
      if (full && key.hash() != lastHash) {
        cursor = key.hash();
        return false;
      }
      visited++;
      lastHash = key.hash();
      return true;
    }

    /** Adds a visited element if it matches; {@code value} may be null. */
    void add(byte[] name, byte[] value) {
      if (pattern == null || pattern.matches(name)) {
        addFound(name);
        if (value != null) {
          addFound(value);
        }
      }
    }

    private void addFound(byte[] element) {
      found.add(element);
      foundBytes += ELEMENT_BYTES_MIN + element.length;
    }

    void addTo(Resp answer) {
      answer.array(2).bulk(Long.toUnsignedString(cursor));
      addFound(answer);
    }

    void addFound(Resp answer) {
      answer.array(found.size());
      for (int i = 0; i < found.size() && !answer.isFull(); i++) {
        answer.bulk(found.get(i));
      }
    }
  }
}
