package io.synod.examples.kv.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.synod.fuzzing.FuzzTarget;
import io.synod.fuzzing.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a Redis client may send, answered by the key-value service itself. */
final class RedisTarget implements FuzzTarget {
  // The leak detector's own records are more than what is to be measured.
  private static final ByteBufAllocator UNTRACKED = new UnpooledByteBufAllocator(false, true);

  private static final RedisSettings SETTINGS =
      new RedisSettings("localhost", 0, 3, 1_000, 4_096, 64 << 20);
  private static final List<String> LINES =
      List.of(
          "PING",
          "SET k v",
          "SET k v EX 10 NX GET",
          "GET k",
          "MSET a 1 b 2 c 3",
          "MGET a b c",
          "INCR n",
          "INCRBY n 9223372036854775807",
          "DECRBY n -9223372036854775808",
          "APPEND k tail",
          "GETSET k v",
          "GETDEL k",
          "SETNX k v",
          "DEL a b",
          "EXISTS a b",
          "EXPIRE k 10 NX",
          "PERSIST k",
          "TTL k",
          "PTTL k",
          "KEYS a[b-d]*?\\*",
          "SCAN 0 MATCH * COUNT 3 TYPE string",
          "STRLEN k",
          "TYPE k",
          "DBSIZE",
          "FLUSHDB",
          "DEBUG DIGEST",
          "HELLO 2 SETNAME me",
          "CLIENT SETNAME me",
          "CLIENT ID",
          "CONFIG GET *",
          "COMMAND INFO get",
          "COMMAND COUNT",
          "INFO",
          "ECHO \"a\\x41\\n\" ",
          "SELECT 0",
          "SET k v PXAT 9223372036854775807",
          "HSET h f v g w",
          "HGETALL h",
          "HSCAN h 0 MATCH * COUNT 1",
          "HINCRBYFLOAT h n 1e308",
          "INCRBYFLOAT n 0.1",
          "GETEX k EX 10",
          "RENAME k l",
          "GETRANGE k 0 -1",
          "MSETNX a 1 z 2",
          "WATCH k l",
          "MULTI",
          "EXEC",
          "DISCARD",
          "EVALSHA x 1 k v",
          "SCRIPT LOAD x",
          "HELLO 3",
          "QUIT");

  private final List<ByteBuf> reads = new ArrayList<>();

  @Override
  public String name() {
    return "redis";
  }

  /** Each command typed and as an array, and some in a row. */
  @Override
  public List<byte[]> samples() {
    List<byte[]> samples = new ArrayList<>();
    for (String line : LINES) {
      samples.add((line + "\r\n").getBytes(ISO_8859_1));
      samples.add(array(line).getBytes(ISO_8859_1));
    }
    samples.add((array("SET k v") + array("GET k") + array("INCR k")).getBytes(ISO_8859_1));
    samples.add(
        (array("WATCH k") + array("MULTI") + array("SET k v") + array("HGETALL k") + array("EXEC"))
            .getBytes(ISO_8859_1));
    samples.add((array("MSET a 1 b 2") + "SCAN 0\r\n" + array("KEYS *")).getBytes(ISO_8859_1));
    return samples;
  }

  private static String array(String line) {
    String[] words = line.split(" ");
    StringBuilder bytes = new StringBuilder("*" + words.length + "\r\n");
    for (String word : words) {
      bytes.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
    }
    return bytes.toString();
  }

  /** Makes most lengths and counts those of what follows them. */
  @Override
  public byte[] sealed(byte[] input) {
    String[] lines = new String(input, ISO_8859_1).split("\r\n", -1);
    boolean[] isWord = new boolean[lines.length];
    for (int line = 0; line + 1 < lines.length; line++) {
      if (!isWord[line] && lines[line].startsWith("$") && lines[line].hashCode() % 8 != 0) {
        lines[line] = "$" + lines[line + 1].length();
        isWord[line + 1] = true;
      }
    }
    for (int line = 0; line < lines.length; line++) {
      if (!isWord[line] && lines[line].startsWith("*") && lines[line].hashCode() % 8 != 0) {
        int words = 0;
        while (line + 2 * words + 2 < lines.length && isWord[line + 2 * words + 2]) {
          words++;
        }
        lines[line] = "*" + words;
      }
    }
    return String.join("\r\n", lines).getBytes(ISO_8859_1);
  }

  /** COMMAND alone describes all commands, and a whole service is made for each input. */
  @Override
  public long allocatedBytesMax(byte[] input) {
    return 8 * ALLOCATED_BYTES_FIXED + ALLOCATED_BYTES_FACTOR * input.length;
  }

  @Override
  public Outcome run(byte[] input) {
    FakeBackend backend = new FakeBackend().answeringAtOnce();
    StringBuilder answers = new StringBuilder();
    boolean open;
    reads.clear();
    try (RedisRig redis = new RedisRig(backend, SETTINGS)) {
      redis.channel.config().setAllocator(UNTRACKED);
      int cut = Math.floorMod(Arrays.hashCode(input), input.length + 1);
      answers.append(feed(redis, input, 0, cut)).append(feed(redis, input, cut, input.length));
      open = redis.channel.isActive();
      assertThat(backend.open).as("calls that nobody answers").isEmpty();
    }
    assertThat(reads).as("what is left of the reads").allMatch(read -> read.refCnt() == 0);
    int replies = new RespReplies(answers.toString()).count();
    assertThat(answers.toString()).doesNotContain("ERR internal error", "Exception");
    String kind = answers.toString().replaceAll("\\$[0-9]+\r\n[^\r]*\r\n", "\\$ ");
    boolean deep =
        replies > 0 && !kind.startsWith("-ERR Protocol") && !kind.startsWith("-ERR unknown");
    String ways = (open ? "open " : "closed ") + kind;
    return deep ? Outcome.deep(ways) : Outcome.shallow(ways);
  }

  private String feed(RedisRig redis, byte[] input, int from, int end) {
    if (redis.channel.isActive() && from < end) {
      ByteBuf in = Unpooled.wrappedBuffer(input, from, end - from);
      redis.channel.writeInbound(in);
      reads.add(in);
    }
    redis.channel.runPendingTasks();
    StringBuilder text = new StringBuilder();
    for (ByteBuf out = redis.channel.readOutbound(); out != null; ) {
      text.append(out.toString(ISO_8859_1));
      out.release();
      out = redis.channel.readOutbound();
    }
    return text.toString();
  }
}
