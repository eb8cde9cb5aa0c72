package io.synod.examples.kv.redis;

import io.synod.examples.kv.command.Resp;

/** A command about the connection or the process, answered without the service. */
@FunctionalInterface
interface LocalCommand {

  Resp run(ClientState client, Words words);
}
