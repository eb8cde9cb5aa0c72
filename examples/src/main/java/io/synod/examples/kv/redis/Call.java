package io.synod.examples.kv.redis;

import java.util.function.Supplier;

/**
 * A command for the backend, and the place of its answer.
 *
 * @param request made when the backend is called, after the answers to earlier reads
 */
record Call(boolean write, Supplier<byte[]> request, Reply reply) {}
