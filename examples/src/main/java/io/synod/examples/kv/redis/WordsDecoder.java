package io.synod.examples.kv.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToMessageDecoder;
import io.netty.handler.codec.redis.ArrayRedisMessage;
import io.netty.handler.codec.redis.FullBulkStringRedisMessage;
import io.netty.handler.codec.redis.InlineCommandRedisMessage;
import io.netty.handler.codec.redis.RedisCodecException;
import io.netty.handler.codec.redis.RedisMessage;
import java.util.ArrayList;
import java.util.List;

/** Decodes commands from arrays of bulk strings and from inline commands; ignores empty ones. */
final class WordsDecoder extends MessageToMessageDecoder<RedisMessage> {

  @Override
  protected void decode(ChannelHandlerContext context, RedisMessage message, List<Object> out) {
    List<byte[]> words = words(message);
    if (!words.isEmpty()) {
      out.add(new Words(words));
    }
  }

  private static List<byte[]> words(RedisMessage message) {
    if (message instanceof ArrayRedisMessage array) {
      return array.isNull() ? List.of() : wordsOf(array.children());
    }
    if (message instanceof InlineCommandRedisMessage line) {
      return inlineWords(line.content());
    }
    throw new RedisCodecException("expected '*'");
  }

  /** A typed line: words between spaces; quotes, which Redis knows too, would be misunderstood. */
  private static List<byte[]> inlineWords(String line) {
    if (line.indexOf('"') >= 0 || line.indexOf('\'') >= 0) {
      throw new RedisCodecException("quotes in a typed command, use redis-cli");
    }
    List<byte[]> words = new ArrayList<>();
    for (String word : line.strip().split("\\s+")) {
      if (!word.isEmpty()) {
        words.add(word.getBytes(UTF_8));
      }
    }
    return words;
  }

  private static List<byte[]> wordsOf(List<RedisMessage> children) {
    List<byte[]> words = new ArrayList<>(children.size());
    for (RedisMessage child : children) {
      if (!(child instanceof FullBulkStringRedisMessage word) || word.isNull()) {
        throw new RedisCodecException("expected '$'");
      }
      words.add(ByteBufUtil.getBytes(word.content()));
    }
    return words;
  }
}
