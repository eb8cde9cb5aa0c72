package io.synod.examples.kv.redis;

/** A command for the backend, and the place of its answer. */
record Call(boolean write, byte[] request, Reply reply) {}
