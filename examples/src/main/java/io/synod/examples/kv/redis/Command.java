package io.synod.examples.kv.redis;

import io.synod.examples.kv.command.Operation;
import io.synod.examples.kv.command.Resp;
import io.synod.service.ServiceException;
import java.util.List;
import java.util.Locale;

/**
 * One command of the endpoint. Of operation, local and control one is not null.
 *
 * @param name in lower case
 * @param arity as in Redis: the number of words, or, negative, the least number of them
 * @param operation of the service
 * @param arguments of the operation
 * @param local answered by the endpoint
 * @param control begins, ends or watches a transaction
 */
record Command(
    String name,
    int arity,
    Operation operation,
    ArgumentReader arguments,
    Local local,
    Control control) {

  static Command of(Operation operation) {
    String name = operation.name().toLowerCase(Locale.ROOT);
    return of(name, operation.arity(), operation, (client, words) -> words.from(1));
  }

  static Command of(String name, int arity, Operation operation, ArgumentReader arguments) {
    return new Command(name, arity, operation, arguments, null, null);
  }

  static Command local(String name, int arity, Local local) {
    return new Command(name, arity, null, null, local, null);
  }

  static Command control(String name, int arity, Control control) {
    return new Command(name, arity, null, null, null, control);
  }

  boolean takes(int words) {
    return arity < 0 ? words >= -arity : words == arity;
  }

  /** Whether its answer may have some MiB. */
  boolean answersValues(Words words) {
    boolean answersOld = operation == Operation.SET && words.upperFrom(3).anyMatch("GET"::equals);
    return answersOld || operation.answersValues();
  }

  /** Which words behind the name are keys: none, the first ones, or all in steps (-1). */
  int keys() {
    boolean named = operation != null && operation.name().equalsIgnoreCase(name);
    return named ? operation.keys() : 0;
  }

  /** Finds the operation's arguments in a command. */
  @FunctionalInterface
  interface ArgumentReader {

    /**
     * @throws CommandFailure if the command is not one of those that the endpoint knows
     */
    List<byte[]> read(ClientState client, Words words) throws CommandFailure;
  }

  /** Answers a command about the connection or the process without the service. */
  @FunctionalInterface
  interface Local {
    Resp run(ClientState client, Words words) throws CommandFailure, ServiceException;
  }

  /** Begins, ends or watches a transaction. */
  @FunctionalInterface
  interface Control {
    void run(Transaction transaction, Words words) throws CommandFailure;
  }
}
