package io.synod.examples.kv.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.redis.ArrayRedisMessage;
import io.netty.handler.codec.redis.ErrorRedisMessage;
import io.netty.handler.codec.redis.FullBulkStringRedisMessage;
import io.netty.handler.codec.redis.IntegerRedisMessage;
import io.netty.handler.codec.redis.RedisMessage;
import io.netty.handler.codec.redis.SimpleStringRedisMessage;
import java.io.ByteArrayOutputStream;
import java.util.List;

/**
 * Answers in version 3 of the Redis protocol. For the commands of this endpoint it differs from
 * version 2 by its null, and by maps.
 */
final class Resp3 {
  private static final byte[] NIL = "_\r\n".getBytes(US_ASCII);
  private static final int END_BYTES = 2;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private Resp3() {}

  /**
   * @param answer bytes in version 2, or a message
   */
  static byte[] encode(Object answer) {
    if (answer instanceof byte[] bytes) {
      return bytes[0] == '*' || isNil(bytes, 0) ? translated(bytes) : bytes;
    }
    Resp3 encoding = new Resp3();
    encoding.add((RedisMessage) answer);
    return encoding.out.toByteArray();
  }

  /** A null string or a null array of version 2. */
  private static boolean isNil(byte[] bytes, int at) {
    return (bytes[at] == '$' || bytes[at] == '*') && bytes[at + 1] == '-';
  }

  /** Elements follow each other, whatever arrays they are of. */
  private static byte[] translated(byte[] bytes) {
    Resp3 encoding = new Resp3();
    int at = 0;
    while (at < bytes.length) {
      int end = lineEnd(bytes, at);
      if (isNil(bytes, at)) {
        encoding.out.writeBytes(NIL);
      } else {
        if (bytes[at] == '$') {
          int length =
              Integer.parseInt(new String(bytes, at + 1, end - at - 1 - END_BYTES, US_ASCII));
          end += length + END_BYTES;
        }
        encoding.out.write(bytes, at, end - at);
      }
      at = end;
    }
    return encoding.out.toByteArray();
  }

  private static int lineEnd(byte[] bytes, int from) {
    int at = from;
    while (bytes[at] != '\n') {
      at++;
    }
    return at + 1;
  }

  private void add(RedisMessage message) {
    if (message instanceof SimpleStringRedisMessage text) {
      line("+" + text.content());
    } else if (message instanceof ErrorRedisMessage error) {
      line("-" + error.content());
    } else if (message instanceof IntegerRedisMessage number) {
      line(":" + number.value());
    } else if (message instanceof FullBulkStringRedisMessage string) {
      addString(string);
    } else if (message instanceof MapRedisMessage map) {
      line("%" + map.entries().size() / 2);
      map.entries().forEach(this::add);
    } else {
      addArray((ArrayRedisMessage) message);
    }
  }

  private void addString(FullBulkStringRedisMessage string) {
    if (string.isNull()) {
      out.writeBytes(NIL);
      return;
    }
    ByteBuf content = string.content();
    line("$" + content.readableBytes());
    out.writeBytes(ByteBufUtil.getBytes(content));
    line("");
  }

  private void addArray(ArrayRedisMessage array) {
    if (array.isNull()) {
      out.writeBytes(NIL);
      return;
    }
    List<RedisMessage> elements = array.children();
    line("*" + elements.size());
    elements.forEach(this::add);
  }

  private void line(String text) {
    out.writeBytes((text + "\r\n").getBytes(UTF_8));
  }
}
