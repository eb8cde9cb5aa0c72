package io.synod.examples.kv.redis;

import io.synod.examples.kv.command.Operation;
import java.util.List;

/**
 * One command of the endpoint: an operation of the service, or a local command.
 *
 * @param name in lower case
 * @param arity as in Redis: the number of words, or, negative, the least number of them
 * @param keys which words behind the name are keys: none, the first (1), all in steps (-1)
 * @param operation null for a local command
 * @param local null for an operation
 */
record Command(String name, int arity, int keys, Operation operation, LocalCommand local) {

  static Command of(Operation operation, String name) {
    return new Command(name, operation.arity(), operation.keys(), operation, null);
  }

  static Command local(String name, int arity, LocalCommand local) {
    return new Command(name, arity, 0, null, local);
  }

  boolean takes(int words) {
    return arity < 0 ? words >= -arity : words == arity;
  }

  /** The operation's arguments: all words behind the name, without a fixed subcommand. */
  List<byte[]> argumentsOf(Words words) {
    return operation == Operation.DIGEST ? List.of() : words.arguments();
  }

  boolean writes() {
    return operation != null && operation.isWrite();
  }

  boolean reads() {
    return operation != null && !operation.isWrite();
  }
}
