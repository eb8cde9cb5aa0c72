package io.synod.examples.kv.redis;

import io.synod.examples.kv.command.Operation;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A command for the backend.
 *
 * @param latest whether a read sees every write answered before it
 * @param answersValues whether the answer may have some MiB
 * @param bytes of the command
 * @param request made when the backend is called, after the answers to earlier reads
 * @param answer makes the client's answer of the backend's
 */
record Call(
    Operation operation,
    boolean latest,
    boolean answersValues,
    long bytes,
    Supplier<byte[]> request,
    UnaryOperator<byte[]> answer) {}
