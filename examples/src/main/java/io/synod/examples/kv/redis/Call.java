package io.synod.examples.kv.redis;

/** A command that only the backend can answer, and the place of its answer. */
record Call(boolean write, byte[] request, Reply reply) {}
