package io.synod.examples.kv.redis;

import io.synod.examples.kv.command.Operation;
import java.util.function.Supplier;

/**
 * A command for the backend, and the place of its answer.
 *
 * @param latest whether a read sees every write answered before it
 * @param request made when the backend is called, after the answers to earlier reads
 */
record Call(Operation operation, boolean latest, Supplier<byte[]> request, Reply reply) {}
