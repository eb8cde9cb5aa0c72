package io.synod.examples.kv.redis;

import io.netty.handler.codec.redis.RedisMessage;
import java.util.List;

/**
 * A map of RESP 3, which the codec does not have.
 *
 * @param entries keys and values in turns
 */
record MapRedisMessage(List<RedisMessage> entries) implements RedisMessage {}
