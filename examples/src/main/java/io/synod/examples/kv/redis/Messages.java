package io.synod.examples.kv.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.redis.ArrayRedisMessage;
import io.netty.handler.codec.redis.FullBulkStringRedisMessage;
import io.netty.handler.codec.redis.IntegerRedisMessage;
import io.netty.handler.codec.redis.RedisMessage;
import io.netty.handler.codec.redis.SimpleStringRedisMessage;
import java.util.List;

/** Local answers, as messages of the codec. */
final class Messages {

  private Messages() {}

  static RedisMessage ok() {
    return simple("OK");
  }

  static RedisMessage simple(String text) {
    return new SimpleStringRedisMessage(text);
  }

  static RedisMessage integer(long value) {
    return new IntegerRedisMessage(value);
  }

  static RedisMessage bulk(String text) {
    return bulk(text.getBytes(UTF_8));
  }

  static RedisMessage bulk(byte[] bytes) {
    return new FullBulkStringRedisMessage(Unpooled.wrappedBuffer(bytes));
  }

  static RedisMessage nil() {
    return FullBulkStringRedisMessage.NULL_INSTANCE;
  }

  static RedisMessage array(RedisMessage... elements) {
    return array(List.of(elements));
  }

  static RedisMessage array(List<RedisMessage> elements) {
    return elements.isEmpty() ? ArrayRedisMessage.EMPTY_INSTANCE : new ArrayRedisMessage(elements);
  }

  /** An array in version 2 of the protocol. */
  static RedisMessage map(ClientState client, RedisMessage... entries) {
    return map(client, List.of(entries));
  }

  /** An array in version 2 of the protocol. */
  static RedisMessage map(ClientState client, List<RedisMessage> entries) {
    return client.protocol() == HelloCommand.RESP_3 ? new MapRedisMessage(entries) : array(entries);
  }

  static RedisMessage nilArray() {
    return ArrayRedisMessage.NULL_INSTANCE;
  }
}
