package io.synod.examples.kv.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.synod.examples.kv.command.Operation;
import io.synod.examples.kv.command.Resp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/**
 * MULTI, EXEC, DISCARD, WATCH and UNWATCH of one connection. The commands behind MULTI are kept,
 * and EXEC sends them as one request. Confined to the connection's event loop.
 */
final class Transaction {
  private static final byte[] OK = new Resp(Resp.VERSION_2).ok().toBytes();
  private static final int KEPT_BYTES = 64;

  private final RedisConnection connection;
  private final ClientState client;
  // Of all commands behind MULTI, and of all watched keys.
  private final int bytesMax;
  private List<Watch> watches = new ArrayList<>();
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

  boolean isWatching() {
    return !watches.isEmpty();
  }

  /**
   * An error between MULTI and EXEC: EXEC will execute nothing. MULTI and WATCH answer their error
   * without it there, and the transaction goes on, as in Redis.
   */
  void refuse() {
    refused |= isOpen();
  }

  /** Keeps a command for EXEC. */
  void queue(byte[] request) throws CommandFailure {
    keep(request, "ERR a transaction may have %d bytes: send several");
    requests.add(request);
    connection.answer(client.answer().simple("QUEUED"));
  }

  private void keep(byte[] kept, String error) throws CommandFailure {
    bytes += KEPT_BYTES + kept.length;
    if (bytes > bytesMax) {
      throw new CommandFailure(error.formatted(bytesMax));
    }
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
    List<Watch> watched = watches;
    Reply reply = new Reply(bytes);
    boolean discarded = refused;
    end();
    if (discarded) {
      throw new CommandFailure("EXECABORT Transaction discarded because of previous errors.");
    }
    int protocol = client.protocol();
    Supplier<byte[]> request =
        () -> Operation.TRANSACTION.request(protocol, arguments(watched, executed));
    connection.call(new Call(Operation.TRANSACTION, false, request, reply));
  }

  /** Called when WATCH has been answered. */
  private static List<byte[]> arguments(List<Watch> watched, List<byte[]> executed) {
    List<byte[]> arguments = new ArrayList<>();
    arguments.add(null);
    for (Watch watch : watched) {
      watch.addTo(arguments);
    }
    arguments.set(0, Integer.toString(arguments.size() / 2).getBytes(US_ASCII));
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
    watches = new ArrayList<>();
    bytes = 0;
  }

  void watch(Words words) throws CommandFailure {
    if (isOpen()) {
      connection.answer(Errors.of("ERR WATCH inside MULTI is not allowed"));
      return;
    }
    List<byte[]> keys = words.from(1);
    for (byte[] key : keys) {
      keep(key, "ERR watched keys may have %d bytes: watch fewer");
    }
    Watch watch = new Watch(keys);
    watches.add(watch);
    connection.call(
        new Call(Operation.VERSIONS, true, () -> Operation.VERSIONS.request(keys), watch));
  }

  void unwatch(Words words) throws CommandFailure {
    if (isOpen()) {
      throw Errors.notInTransaction("unwatch");
    }
    forget();
    connection.answer(client.answer().ok());
  }

  /** The place of WATCH's answer; keeps the versions and passes on an OK or an error. */
  private static final class Watch extends Reply {
    // No key ever has it.
    private static final String UNKNOWN = "-1";

    private final List<byte[]> keys;
    private volatile List<String> versions;

    Watch(List<byte[]> keys) {
      super(keys.stream().mapToLong(key -> KEPT_BYTES + key.length).sum());
      this.keys = keys;
      versions = Collections.nCopies(keys.size(), UNKNOWN);
    }

    @Override
    void fill(byte[] answer) {
      boolean failed = answer[0] == '-';
      if (!failed) {
        // Behind the header of the array, each line is ":version".
        String[] lines = new String(answer, US_ASCII).split("\r\n");
        versions = Arrays.stream(lines).skip(1).map(line -> line.substring(1)).toList();
      }
      super.fill(failed ? answer : OK);
    }

    /** If WATCH has failed, the keys count as changed: EXEC may be on its way already. */
    void addTo(List<byte[]> arguments) {
      for (int i = 0; i < keys.size(); i++) {
        arguments.add(keys.get(i));
        arguments.add(versions.get(i).getBytes(US_ASCII));
      }
    }
  }
}
