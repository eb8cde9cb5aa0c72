package io.synod.examples.kv.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.synod.examples.kv.command.Operation;
import io.synod.examples.kv.command.Resp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * MULTI, EXEC, DISCARD, WATCH and UNWATCH of one connection. The commands behind MULTI are kept,
 * and EXEC sends them as one request. Confined to the connection's event loop.
 */
final class Transaction {
  private static final byte[] OK = new Resp(Resp.VERSION_2).ok().toBytes();
  // No key ever has this version.
  private static final byte[] UNKNOWN = {'-', '1'};
  private static final int KEPT_BYTES = 64;
  private static final String DISCARDED = "EXECABORT Transaction discarded because of";

  private final RedisConnection connection;
  private final ClientState client;
  // Of all commands behind MULTI, and of all watched keys.
  private final int bytesMax;
  // Each watched key and its version, which is unknown until WATCH is answered. If WATCH fails it
  // stays so, and the key counts as changed: EXEC may be on its way already.
  private List<byte[]> watched = new ArrayList<>();
  // Null outside of a transaction.
  private List<byte[]> requests;
  private long bytes;
  private boolean refused;

  Transaction(RedisConnection connection, ClientState client) {
    this.connection = connection;
    this.client = client;
    bytesMax = client.server().settings().commandBytesMax();
  }

  boolean isOpen() {
    return requests != null;
  }

  /** What the commands and the watched keys take. */
  long heldBytes() {
    return bytes;
  }

  boolean isWatching() {
    return !watched.isEmpty();
  }

  /**
   * An error between MULTI and EXEC: EXEC will execute nothing. MULTI and WATCH answer their error
   * without it there, and the transaction goes on, as in Redis.
   */
  void refuse() {
    refused |= isOpen();
  }

  /** The answer to a command with too few or too many words. An EXEC ends the transaction. */
  CommandFailure wrongArity(String command) {
    CommandFailure error = Errors.wrongArity(command);
    if (!command.equals("exec")) {
      return error;
    }
    end();
    return new CommandFailure(error.getMessage().replace("ERR", DISCARDED + ":"));
  }

  /** Keeps a command for EXEC. */
  void queue(byte[] request) throws CommandFailure {
    keep(KEPT_BYTES + request.length, "ERR a transaction may have %d bytes: send several");
    requests.add(request);
    connection.answer(client.answer().simple("QUEUED"));
  }

  private void keep(long more, String error) throws CommandFailure {
    if (bytes + more > bytesMax) {
      throw new CommandFailure(error.formatted(bytesMax));
    }
    bytes += more;
  }

  void multi(Words words) {
    if (isOpen()) {
      connection.answer(Errors.of("ERR MULTI calls can not be nested"));
      return;
    }
    requests = new ArrayList<>();
    connection.answer(client.answer().ok());
  }

  void exec(Words words) throws CommandFailure {
    if (!isOpen()) {
      throw new CommandFailure("ERR EXEC without MULTI");
    }
    List<byte[]> executed = requests;
    List<byte[]> versions = watched;
    boolean discarded = refused;
    int protocol = client.protocol();
    Supplier<byte[]> request =
        () -> Operation.TRANSACTION.request(protocol, arguments(versions, executed));
    // The request is a second copy.
    Call call = new Call(Operation.TRANSACTION, false, true, 2 * bytes, request, answer -> answer);
    end();
    if (discarded) {
      throw new CommandFailure(DISCARDED + " previous errors.");
    }
    connection.call(call);
  }

  /** Called when WATCH has been answered. */
  private static List<byte[]> arguments(List<byte[]> watched, List<byte[]> executed) {
    List<byte[]> arguments = new ArrayList<>();
    arguments.add(Integer.toString(watched.size() / 2).getBytes(US_ASCII));
    arguments.addAll(watched);
    arguments.addAll(executed);
    return arguments;
  }

  void discard(Words words) throws CommandFailure {
    if (!isOpen()) {
      throw new CommandFailure("ERR DISCARD without MULTI");
    }
    end();
    connection.answer(client.answer().ok());
  }

  private void end() {
    requests = null;
    refused = false;
    forget();
  }

  private void forget() {
    watched = new ArrayList<>();
    bytes = 0;
  }

  void watch(Words words) throws CommandFailure {
    if (isOpen()) {
      connection.answer(Errors.of("ERR WATCH inside MULTI is not allowed"));
      return;
    }
    List<byte[]> keys = words.from(1);
    long more = keys.stream().mapToLong(key -> KEPT_BYTES + key.length).sum();
    if (bytes + more > bytesMax) {
      // No key has this version, so EXEC executes nothing. Which key it is does not matter.
      watched = new ArrayList<>(List.of(OK, UNKNOWN));
    }
    keep(more, "ERR watched keys may have %d bytes: watch fewer");
    List<byte[]> versions = watched;
    int first = versions.size();
    keys.forEach(key -> versions.addAll(List.of(key, UNKNOWN)));
    Supplier<byte[]> request = () -> Operation.VERSIONS.request(keys);
    UnaryOperator<byte[]> keeping = answer -> keepVersions(answer, versions, first);
    connection.call(new Call(Operation.VERSIONS, true, false, more, request, keeping));
  }

  /** Keeps the versions; the client receives an OK, or the error. */
  private static byte[] keepVersions(byte[] answer, List<byte[]> versions, int first) {
    if (answer[0] == '-') {
      return answer;
    }
    // Behind the header of the array, each line is ":version".
    String[] lines = new String(answer, US_ASCII).split("\r\n");
    for (int i = 1; i < lines.length; i++) {
      versions.set(first + 2 * i - 1, lines[i].substring(1).getBytes(US_ASCII));
    }
    return OK;
  }

  void unwatch(Words words) throws CommandFailure {
    if (isOpen()) {
      throw Errors.notInTransaction("unwatch");
    }
    forget();
    connection.answer(client.answer().ok());
  }
}
