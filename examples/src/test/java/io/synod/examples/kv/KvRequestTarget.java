package io.synod.examples.kv;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.examples.kv.command.Operation;
import io.synod.fuzzing.FuzzTarget;
import io.synod.fuzzing.Outcome;
import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Requests as any client may send them to the service past the Redis endpoint: what the service
 * throws at one of them would stop every replica. An input is a row of {@code byte length,
 * request}.
 */
final class KvRequestTarget implements FuzzTarget {
  @Override
  public String name() {
    return "kv-requests";
  }

  @Override
  public List<byte[]> samples() {
    List<byte[]> samples = new ArrayList<>();
    String[] words = {"k", "1", "EX", "10", "NX", "*", "5"};
    for (Operation operation : Operation.values()) {
      int fewest = Math.max(1, Math.abs(operation.arity())) - 1;
      for (int count = fewest; count <= (operation.arity() < 0 ? fewest + 3 : fewest); count++) {
        samples.add(row(operation, Arrays.copyOf(words, count)));
      }
    }
    byte[] several = row(Operation.SET, "k", "7");
    int length = several.length;
    several = Arrays.copyOf(several, 2 * length);
    System.arraycopy(row(Operation.SET, "n", "8"), 0, several, length, length);
    samples.add(several);
    return samples;
  }

  private static byte[] row(Operation operation, String... arguments) {
    byte[] request =
        operation.request(Arrays.stream(arguments).map(word -> word.getBytes(UTF_8)).toList());
    return ByteBuffer.allocate(1 + request.length).put((byte) request.length).put(request).array();
  }

  /** Lengths that lead beyond their request or their row are made to end with it. */
  @Override
  public byte[] sealed(byte[] input) {
    for (int at = 0; at < input.length; ) {
      int end = Math.min(input.length, at + 1 + Byte.toUnsignedInt(input[at]));
      input[at] = (byte) (end - at - 1);
      // Behind the code, argument by argument.
      for (int argument = at + 2; argument < end; argument += 1 + input[argument]) {
        if (input[argument] < 0 || input[argument] > end - argument - 1) {
          input[argument] = (byte) Math.min(Byte.MAX_VALUE, end - argument - 1);
        }
      }
      at = end;
    }
    return input;
  }

  @Override
  public Outcome run(byte[] input) throws IOException {
    KvRig one = new KvRig();
    KvRig other = new KvRig();
    StringBuilder kind = new StringBuilder();
    ByteBuffer in = ByteBuffer.wrap(input);
    while (in.hasRemaining()) {
      byte[] request = new byte[Math.min(Byte.toUnsignedInt(in.get()), in.remaining())];
      in.get(request);
      boolean write = request.length == 0 || (request[0] & 0x7F) < 64;
      String answer = answer(one, write, request);
      assertThat(answer(other, write, request)).as("the other replica's answer").isEqualTo(answer);
      kind.append(answer.isEmpty() ? "" : answer.lines().findFirst().orElse("")).append(' ');
    }
    assertThat(other.service().state()).isEqualTo(one.service().state());
    assertThat(restored(one.service()).state().digest()).isEqualTo(one.service().state().digest());
    return kind.indexOf("ERR malformed") == 0
        ? Outcome.shallow("" + kind)
        : Outcome.deep("" + kind);
  }

  private static String answer(KvRig rig, boolean write, byte[] request) {
    try {
      rig.pass(1_000);
      return new String(rig.run(write, request), UTF_8);
    } catch (ServiceException declared) {
      return declared.getMessage();
    }
  }

  private static KvService restored(KvService service) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (Snapshot snapshot = service.snapshot()) {
      snapshot.writeTo(out);
    }
    KvService restored = new KvService();
    restored.restore(new ByteArrayInputStream(out.toByteArray()));
    return restored;
  }
}
