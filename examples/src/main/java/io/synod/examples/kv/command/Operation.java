package io.synod.examples.kv.command;

import io.synod.examples.kv.store.Keyspace;
import io.synod.service.ServiceException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The operations of the service. A request is the operation's code, with its highest bit set for an
 * answer in version 3 of the protocol, and the arguments. Logs hold the codes, so a code is never
 * reused for another operation.
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
  INCR(9, true, 2, 1, StringCommands.increment(1)),
  DECR(10, true, 2, 1, StringCommands.increment(-1)),
  INCRBY(11, true, 3, 1, StringCommands::incrementBy),
  DECRBY(12, true, 3, 1, StringCommands::decrementBy),
  EXPIRE(13, true, -3, 1, ExpiryCommands.expire("expire", "EX")),
  PERSIST(14, true, 2, 1, ExpiryCommands::persist),
  SETEX(15, true, 4, 1, StringCommands.setExpiring("setex", "EX")),
  PSETEX(16, true, 4, 1, StringCommands.setExpiring("psetex", "PX")),
  MSETNX(17, true, -3, -1, StringCommands::setManyIfAbsent),
  GETEX(18, true, -2, 1, StringCommands::getAndExpire),
  UNLINK(19, true, -2, -1, KeyCommands::delete),
  FLUSHALL(20, true, -1, 0, KeyCommands::flush),
  PEXPIRE(21, true, -3, 1, ExpiryCommands.expire("pexpire", "PX")),
  EXPIREAT(22, true, -3, 1, ExpiryCommands.expire("expireat", "EXAT")),
  PEXPIREAT(23, true, -3, 1, ExpiryCommands.expire("pexpireat", "PXAT")),
  INCRBYFLOAT(24, true, 3, 1, StringCommands::incrementByFloat),
  RENAME(25, true, 3, 2, KeyCommands::rename),
  RENAMENX(26, true, 3, 2, KeyCommands::renameIfAbsent),
  HSET(27, true, -4, 1, HashCommands::set),
  HSETNX(28, true, 4, 1, HashCommands::setIfAbsent),
  HMSET(29, true, -4, 1, HashCommands::setMany),
  HDEL(30, true, -3, 1, HashCommands::delete),
  HINCRBY(31, true, 4, 1, HashCommands::incrementBy),
  HINCRBYFLOAT(32, true, 4, 1, HashCommands::incrementByFloat),
  /** EXEC: the versions of watched keys, and requests that are executed together. */
  TRANSACTION(33, true, -2, 0, Transactions::execute),
  /** The script that releases a lock: the key, and the value that it must have. */
  DELETE_IF_EQUAL(34, true, 3, 1, StringCommands::deleteIfEqual),

  GET(64, false, 2, 1, StringCommands::get),
  MGET(65, false, -2, -1, StringCommands::getMany),
  STRLEN(66, false, 2, 1, StringCommands::length),
  EXISTS(67, false, -2, -1, KeyCommands::exists),
  KEYS(68, false, 2, 0, ScanCommands::keys),
  SCAN(69, false, -2, 0, ScanCommands::scan),
  DBSIZE(70, false, 1, 0, KeyCommands::size),
  TYPE(71, false, 2, 1, KeyCommands::type),
  TTL(72, false, 2, 1, ExpiryCommands.expiry(true, ExpiryCommands::seconds)),
  PTTL(73, false, 2, 1, ExpiryCommands.expiry(true, millis -> millis)),
  /** A digest of the whole state: DEBUG DIGEST at the endpoint. */
  DIGEST(74, false, 1, 0, KeyCommands::digest),
  GETRANGE(75, false, 4, 1, StringCommands::getRange),
  TOUCH(76, false, -2, -1, KeyCommands::exists),
  EXPIRETIME(77, false, 2, 1, ExpiryCommands.expiry(false, ExpiryCommands::seconds)),
  PEXPIRETIME(78, false, 2, 1, ExpiryCommands.expiry(false, millis -> millis)),
  HGET(79, false, 3, 1, HashCommands::get),
  HMGET(80, false, -3, 1, HashCommands::getMany),
  HGETALL(81, false, 2, 1, HashCommands.all(true, true)),
  HKEYS(82, false, 2, 1, HashCommands.all(true, false)),
  HVALS(83, false, 2, 1, HashCommands.all(false, true)),
  HLEN(84, false, 2, 1, HashCommands::size),
  HEXISTS(85, false, 3, 1, HashCommands::exists),
  HSTRLEN(86, false, 3, 1, HashCommands::length),
  HSCAN(87, false, -3, 1, ScanCommands::scanHash),
  /** WATCH: the versions of keys. */
  VERSIONS(88, false, -2, -1, Transactions::versions);

  private static final int RESP_3 = 0x80;
  private static final Set<Operation> VISITS_ALL = EnumSet.of(KEYS, SCAN, HSCAN, DBSIZE);
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

  /** Which arguments are keys: none, the first ones, or all of them in steps (-1). */
  public int keys() {
    return keys;
  }

  /**
   * Whether a transaction may have it. One that visits all keys takes long, and many of them in one
   * request would stop the service for too long.
   */
  public boolean isForTransactions() {
    return this != TRANSACTION && !VISITS_ALL.contains(this);
  }

  /**
   * Whether its answer may be much larger than the command, again and again. SET with GET takes a
   * large value away when it answers it.
   */
  public boolean answersValues() {
    return switch (this) {
      case GET, MGET, GETRANGE, GETSET, GETDEL, GETEX, KEYS, SCAN, TRANSACTION -> true;
      case HGET, HMGET, HGETALL, HKEYS, HVALS, HSCAN -> true;
      default -> false;
    };
  }

  /** Whether this number of arguments is valid, without the name. */
  public boolean takes(int arguments) {
    return arity < 0 ? arguments + 1 >= -arity : arguments + 1 == arity;
  }

  /** The bytes of a request whose answer is in version 2 of the protocol. */
  public byte[] request(byte[]... arguments) {
    return request(Arrays.asList(arguments));
  }

  /** The bytes of a request whose answer is in version 2 of the protocol. */
  public byte[] request(List<byte[]> arguments) {
    return request(Resp.VERSION_2, arguments);
  }

  /** The bytes of a request, for {@code Service.execute} or {@code Service.query}. */
  public byte[] request(int version, List<byte[]> arguments) {
    return Arguments.request(version == Resp.VERSION_3 ? code | RESP_3 : code, arguments);
  }

  /** Executes a write. */
  public static byte[] execute(Keyspace keyspace, ByteBuffer request) throws ServiceException {
    return answer(keyspace, request, true);
  }

  /** Answers a read. */
  public static byte[] query(Keyspace keyspace, ByteBuffer request) throws ServiceException {
    return answer(keyspace, request, false);
  }

  private static byte[] answer(Keyspace keyspace, ByteBuffer request, boolean write)
      throws ServiceException {
    int code = request.hasRemaining() ? request.get() : 0;
    Operation operation = BY_CODE[code & ~RESP_3 & 0xFF];
    if (operation == null || operation.write != write) {
      throw new ServiceException(
          "ERR malformed request: it does not begin with a " + (write ? "write" : "read"));
    }
    int bytesMax = write ? Limits.WRITE_ANSWER_BYTES_MAX : Limits.ANSWER_BYTES_MAX;
    Resp answer = new Resp((code & RESP_3) == 0 ? Resp.VERSION_2 : Resp.VERSION_3, bytesMax);
    operation.run(keyspace, request, answer);
    if (answer.isFull()) {
      throw new ServiceException(
          "ERR the reply is larger than " + bytesMax + " bytes, ask for less");
    }
    return answer.toBytes();
  }

  /** Executes a request of a transaction, a write or a read; its error is its answer. */
  static void runWithin(Keyspace keyspace, ByteBuffer request, Resp answer) {
    int before = answer.length();
    try {
      Operation operation = request.hasRemaining() ? BY_CODE[request.get() & 0x7F] : null;
      if (operation == null || !operation.isForTransactions()) {
        throw new ServiceException("ERR malformed request: not a command of a transaction");
      }
      operation.run(keyspace, request, answer);
    } catch (ServiceException error) {
      answer.truncate(before);
      answer.error(error.getMessage());
    }
  }

  private void run(Keyspace keyspace, ByteBuffer request, Resp answer) throws ServiceException {
    Arguments arguments = Arguments.read(request);
    if (!takes(arguments.count())) {
      throw wrongArity(name());
    }
    handler.run(keyspace, arguments, answer);
  }

  static ServiceException wrongArity(String name) {
    return new ServiceException(
        "ERR wrong number of arguments for '%s' command".formatted(name.toLowerCase(Locale.ROOT)));
  }
}
