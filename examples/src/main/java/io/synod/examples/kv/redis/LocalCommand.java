package io.synod.examples.kv.redis;

import io.netty.handler.codec.redis.RedisMessage;

/** A command about the connection or the process, answered without the service. */
@FunctionalInterface
interface LocalCommand {

  RedisMessage run(ClientState client, Words words);
}
