package io.synod.examples.kv.command;

import io.synod.examples.kv.store.Keyspace;
import io.synod.service.ServiceException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The operations of the service. A request is the operation's code and its arguments. Logs hold the
 * codes, so a code is never reused for another operation.
 */
public enum Operation {
  SET(1, true, -3, 1, StringCommands::set),
  SETNX(2, true, 3, 1, StringCommands::setIfAbsent),
  GETSET(3, true, 3, 1, StringCommands::getAndSet),
  GETDEL(4, true, 2, 1, StringCommands::getAndDelete),
  MSET(5, true, -3, -1, StringCommands::setMany),
  APPEND(6, true, 3, 1, StringCommands::append),
  DEL(7, true, -2, -1, KeyCommands::delete),
  FLUSHDB(8, true, -1, 0, KeyCommands::flush),
  INCR(9, true, 2, 1, CounterCommands::increment),
  DECR(10, true, 2, 1, CounterCommands::decrement),
  INCRBY(11, true, 3, 1, CounterCommands::incrementBy),
  DECRBY(12, true, 3, 1, CounterCommands::decrementBy),
  EXPIRE(13, true, -3, 1, ExpiryCommands::expire),
  PERSIST(14, true, 2, 1, ExpiryCommands::persist),

  GET(64, false, 2, 1, StringCommands::get),
  MGET(65, false, -2, -1, StringCommands::getMany),
  STRLEN(66, false, 2, 1, StringCommands::length),
  EXISTS(67, false, -2, -1, KeyCommands::exists),
  KEYS(68, false, 2, 0, ScanCommands::keys),
  SCAN(69, false, -2, 0, ScanCommands::scan),
  DBSIZE(70, false, 1, 0, KeyCommands::size),
  TYPE(71, false, 2, 1, KeyCommands::type),
  TTL(72, false, 2, 1, ExpiryCommands::secondsToLive),
  PTTL(73, false, 2, 1, ExpiryCommands::millisToLive),
  /** The digest of the whole state, for tests: {@code DEBUG DIGEST} of the endpoint. */
  DIGEST(74, false, 1, 0, KeyCommands::digest);

  private static final Operation[] BY_CODE = new Operation[128];

  static {
    for (Operation operation : values()) {
      BY_CODE[operation.code] = operation;
    }
  }

  private final int code;
  private final boolean write;
  private final int arity;
  private final int keys;
  private final Handler handler;

  Operation(int code, boolean write, int arity, int keys, Handler handler) {
    this.code = code;
    this.write = write;
    this.arity = arity;
    this.keys = keys;
    this.handler = handler;
  }

  /** Whether it changes the state and goes through the log; all others are queries. */
  public boolean isWrite() {
    return write;
  }

  /** As in Redis: the number of words with the name, or, negative, the least number of them. */
  public int arity() {
    return arity;
  }

  /** Which arguments are keys: none, the first (1), or all of them in steps (-1). */
  public int keys() {
    return keys;
  }

  /** Whether this number of arguments is valid, without the name. */
  public boolean takes(int arguments) {
    return arity < 0 ? arguments + 1 >= -arity : arguments + 1 == arity;
  }

  /** The bytes of a request, for {@code Service.execute} or {@code Service.query}. */
  public byte[] request(byte[]... arguments) {
    return request(Arrays.asList(arguments));
  }

  /** The bytes of a request, for {@code Service.execute} or {@code Service.query}. */
  public byte[] request(List<byte[]> arguments) {
    return Arguments.request(code, arguments);
  }

  /** Executes a write. */
  public static byte[] execute(Keyspace keyspace, ByteBuffer request) throws ServiceException {
    return run(keyspace, request, true);
  }

  /** Answers a read. */
  public static byte[] query(Keyspace keyspace, ByteBuffer request) throws ServiceException {
    return run(keyspace, request, false);
  }

  private static byte[] run(Keyspace keyspace, ByteBuffer request, boolean write)
      throws ServiceException {
    Operation operation = request.hasRemaining() ? ofCode(request.get()) : null;
    if (operation == null || operation.write != write) {
      throw new ServiceException(
          "ERR malformed request: it does not begin with a " + (write ? "write" : "read"));
    }
    Arguments arguments = Arguments.read(request);
    if (!operation.takes(arguments.count())) {
      throw wrongArity(operation.name());
    }
    return operation.handler.run(keyspace, arguments);
  }

  private static Operation ofCode(byte code) {
    return code < 0 ? null : BY_CODE[code];
  }

  static ServiceException wrongArity(String name) {
    return new ServiceException(
        "ERR wrong number of arguments for '%s' command".formatted(name.toLowerCase(Locale.ROOT)));
  }
}
