package io.synod.chaos.hostile.attack;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.synod.examples.kv.command.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Requests of the key-value service. None is a FLUSHDB and none names a key of the well-behaved
 * load: such changes are legal, but the history would not be linearizable.
 */
public final class KvPayloads {
  private static final int BIG_VALUES = 4;

  static final int BIG_VALUE_BYTES = 1 << 20;

  private static final int KEYS = 64;
  private static final int RANDOM_BYTES_MAX = 200;
  private static final int CODE_BITS = 0x7F;
  private static final Set<Operation> FLUSHES = EnumSet.of(Operation.FLUSHDB, Operation.FLUSHALL);
  private static final List<Operation> OPERATIONS =
      List.copyOf(EnumSet.complementOf(EnumSet.copyOf(FLUSHES)));
  private static final List<String> WORDS =
      List.of(
          "",
          "0",
          "-1",
          "9223372036854775807",
          "-9223372036854775808",
          "99999999999999999999",
          "EX",
          "PXAT",
          "NX",
          "XX",
          "GET",
          "KEEPTTL",
          "MATCH",
          "COUNT",
          "TYPE",
          "*",
          "[",
          "[^",
          "[a-",
          "\\",
          "*?[b-a]*\\");

  private KvPayloads() {}

  /** Requests to execute before the attack begins: they write the values that attackers read. */
  public static List<byte[]> preparation() {
    List<byte[]> requests = new ArrayList<>();
    for (int index = 0; index < BIG_VALUES; index++) {
      requests.add(Operation.SET.request(bigKey(index), new byte[BIG_VALUE_BYTES]));
    }
    return requests;
  }

  static byte[] bigKey(int index) {
    return ("hostile:big:" + index % BIG_VALUES).getBytes(US_ASCII);
  }

  /** One request for {@code count} of the large values. */
  static byte[] getManyBigs(int count) {
    byte[][] keys = new byte[count][];
    for (int index = 0; index < count; index++) {
      keys[index] = bigKey(index);
    }
    return Operation.MGET.request(keys);
  }

  static byte[] getBig(int index) {
    return Operation.GET.request(bigKey(index));
  }

  /** {@code count} reads of large values. */
  static byte[][] getBigs(int count) {
    byte[][] payloads = new byte[count][];
    for (int index = 0; index < count; index++) {
      payloads[index] = getBig(index);
    }
    return payloads;
  }

  /** One in four is random or corrupted; the others are operations with random arguments. */
  static byte[] random(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> harmless(bytes(random));
      case 1 -> harmless(damaged(operation(random), random));
      default -> operation(random);
    };
  }

  /** Random bytes may flush what other clients use, also within a transaction. */
  private static byte[] harmless(byte[] payload) {
    boolean flushes = FLUSHES.stream().anyMatch(flush -> isRequest(payload, flush));
    if (flushes || isRequest(payload, Operation.TRANSACTION)) {
      payload[0] = 0;
    }
    return payload;
  }

  private static boolean isRequest(byte[] payload, Operation operation) {
    return payload.length > 0 && (payload[0] & CODE_BITS) == operation.request()[0];
  }

  private static byte[] operation(Random random) {
    Operation operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
    int arguments = Math.abs(operation.arity()) - 1 + random.nextInt(3) * random.nextInt(2);
    byte[][] values = new byte[arguments][];
    for (int index = 0; index < arguments; index++) {
      boolean isKey = index < operation.keys() || operation.keys() < 0;
      values[index] = (isKey || random.nextBoolean() ? key(random) : word(random));
    }
    return operation.request(values);
  }

  private static byte[] damaged(byte[] payload, Random random) {
    byte[] damaged = Arrays.copyOf(payload, random.nextInt(payload.length + 1));
    if (damaged.length > 0) {
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
    }
    return damaged;
  }

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(RANDOM_BYTES_MAX)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] key(Random random) {
    return ("hostile:" + random.nextInt(KEYS)).getBytes(US_ASCII);
  }

  private static byte[] word(Random random) {
    return WORDS.get(random.nextInt(WORDS.size())).getBytes(US_ASCII);
  }
}
