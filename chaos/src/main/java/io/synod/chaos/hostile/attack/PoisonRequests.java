package io.synod.chaos.hostile.attack;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.synod.chaos.hostile.attack.Targets.Port;
import io.synod.core.command.BatchEntry;
import io.synod.examples.kv.command.Limits;
import io.synod.examples.kv.command.Operation;
import io.synod.examples.kv.store.GlobPattern;
import io.synod.strangers.Frames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The worst requests to the key-value service: through the log and as queries. */
final class PoisonRequests {
  private static final long INTERVAL_MILLIS = 150;
  private static final int LONG_KEY_BYTES = 128 << 10;
  private static final int PATTERN_BYTES = GlobPattern.BYTES_MAX;
  private static final int HEADERS_BYTES = 4 << 10;
  private static final int MANY_KEYS = Limits.ARGUMENTS_MAX;
  private static final byte[] LONG_KEY = filled(LONG_KEY_BYTES, 'k');

  private PoisonRequests() {}

  static List<Crowd> crowds(Attack attack) {
    Random random = attack.random();
    byte[] hello = Frames.clientHello(attack.targets().cluster());
    List<byte[]> writes = writes(attack.targets().frameBytesMax() - HEADERS_BYTES);
    List<byte[]> reads = reads(attack.targets().frameBytesMax() - HEADERS_BYTES);
    return List.of(
        new Crowd(
            attack,
            Port.CLIENT,
            1,
            () ->
                BurstScript.of(
                    hello, () -> burst(random, writes, reads), INTERVAL_MILLIS, Reading.all())));
  }

  private static Burst burst(Random random, List<byte[]> writes, List<byte[]> reads) {
    byte[] read = reads.get(random.nextInt(reads.size()));
    List<byte[]> throwing = ThrowingService.requests();
    return switch (random.nextInt(5)) {
      case 0 -> executed(random.nextLong(), 0, throwing.get(random.nextInt(throwing.size())));
      case 1 -> executed(random.nextLong(), 0, writes.get(random.nextInt(writes.size())));
      case 2 -> executed(random.nextLong(), 0, KvPayloads.random(random));
      case 3 -> executed(random.nextLong(), BatchEntry.asQuery(0), read);
      default -> Burst.of(Frames.queries(-random.nextInt(3), random.nextLong(), read));
    };
  }

  /** In a session of its own, so that earlier rejections do not matter. */
  static Burst executed(long session, int outstanding, byte[] payload) {
    byte[] open = Frames.open(session);
    byte[] request = Frames.requests(session, 1, outstanding, payload);
    byte[] close = Frames.close(session);
    return new Burst(Frames.joined(open, request, close), 3);
  }

  /**
   * @param bytesMax of a payload
   */
  static List<byte[]> writes(int bytesMax) {
    byte[] hugeKey = filled(bytesMax - 64, 'h');
    byte[] empty = new byte[0];
    byte[] text = text("hostile:text");
    byte[] big = filled(KvPayloads.BIG_VALUE_BYTES, 'v');
    List<byte[]> all = new ArrayList<>();
    all.add(Operation.SET.request(hugeKey, empty));
    all.add(Operation.DEL.request(hugeKey));
    all.add(Operation.SET.request(LONG_KEY, empty));
    all.add(Operation.SET.request(text("hostile:huge"), hugeKey));
    all.add(Operation.APPEND.request(KvPayloads.bigKey(0), text));
    all.add(Operation.APPEND.request(text("hostile:appended"), filled(300_000, 'a')));
    all.add(Operation.MSET.request(text, big, text, big, text, big, text, big));
    all.add(Operation.MSET.request(text, big, text));
    all.add(Operation.INCRBY.request(KvPayloads.bigKey(0), text("1")));
    all.add(Operation.DECRBY.request(text, text(Long.toString(Long.MIN_VALUE))));
    all.add(Operation.EXPIRE.request(text, text(Long.toString(Long.MAX_VALUE))));
    all.add(Operation.SET.request(text, text, text("PX"), text(Long.toString(Long.MAX_VALUE))));
    all.add(Operation.DEL.request(keys(MANY_KEYS)));
    all.add(Operation.DEL.request(keys(MANY_KEYS + 1)));
    // Each zero is the length of an argument.
    all.add(code(Operation.DEL, bytesMax));
    all.add(code(Operation.MSET, bytesMax));
    all.add(Operation.EXPIRE.request(text, text("1"), filled(bytesMax - 64, 'o')));
    all.add(empty);
    all.add(Operation.HSET.request(text("hostile:hash"), text, big));
    all.add(Operation.HINCRBYFLOAT.request(text("hostile:hash"), text("n"), text("1e308")));
    all.add(Operation.INCRBYFLOAT.request(text("hostile:float"), text("1e999999999")));
    all.add(transaction(Operation.GET.request(KvPayloads.bigKey(0)), 10));
    all.add(transaction(Operation.KEYS.request(text("*x")), MANY_KEYS / 2));
    all.add(transaction(transaction(Operation.GET.request(text), 1), 1));
    return all;
  }

  /** Without watched keys. */
  private static byte[] transaction(byte[] request, int count) {
    List<byte[]> arguments = new ArrayList<>(Collections.nCopies(count, request));
    arguments.add(0, text("0"));
    return Operation.TRANSACTION.request(arguments);
  }

  /**
   * @param bytesMax of a payload
   */
  static List<byte[]> reads(int bytesMax) {
    byte[] hugeKey = filled(bytesMax - 64, 'h');
    List<byte[]> all = new ArrayList<>();
    all.add(Operation.GET.request(hugeKey));
    all.add(Operation.EXISTS.request(keys(MANY_KEYS)));
    all.add(Operation.EXISTS.request(keys(MANY_KEYS + 1)));
    all.add(code(Operation.EXISTS, bytesMax));
    all.add(code(Operation.MGET, bytesMax));
    all.add(KvPayloads.getManyBigs(3));
    all.add(KvPayloads.getManyBigs(Limits.ARGUMENTS_MAX));
    for (byte[] pattern : patterns()) {
      all.add(Operation.KEYS.request(pattern));
      all.add(Operation.SCAN.request(text("0"), text("MATCH"), pattern));
    }
    all.add(Operation.SCAN.request(text("0"), text("COUNT"), text("9223372036854775807")));
    all.add(Operation.SCAN.request(text("18446744073709551615")));
    all.add(Operation.SCAN.request(text("-1"), text("COUNT")));
    all.add(new byte[] {(byte) 64, -1, -1, -1, -1, 0x0F});
    all.add(new byte[] {(byte) 64, -1, -1, -1, -1, -1, -1, -1});
    return all;
  }

  /** Patterns that are slow to compare, above all with the long key. */
  static List<byte[]> patterns() {
    byte[] kind = filled(PATTERN_BYTES, 'x');
    kind[0] = '*';
    kind[1] = '[';
    byte[] suffix = filled(PATTERN_BYTES, 'k');
    suffix[0] = '*';
    byte[] stars = filled(PATTERN_BYTES, '*');
    for (int index = 1; index < stars.length; index += 2) {
      stars[index] = 'k';
    }
    return List.of(
        text("*"),
        stars,
        kind,
        suffix,
        filled(PATTERN_BYTES, '\\'),
        filled(PATTERN_BYTES, '['),
        filled(PATTERN_BYTES + 1, '*'));
  }

  private static byte[] code(Operation operation, int bytes) {
    return Arrays.copyOf(new byte[] {operation.request()[0]}, bytes);
  }

  private static List<byte[]> keys(int count) {
    byte[][] keys = new byte[count][];
    for (int index = 0; index < keys.length; index++) {
      keys[index] = text(Integer.toString(index));
    }
    return List.of(keys);
  }

  private static byte[] filled(int bytes, char with) {
    byte[] filled = new byte[bytes];
    Arrays.fill(filled, (byte) with);
    return filled;
  }

  private static byte[] text(String text) {
    return text.getBytes(US_ASCII);
  }
}
