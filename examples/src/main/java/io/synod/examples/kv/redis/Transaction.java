package io.synod.examples.kv.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.synod.examples.kv.command.Operation;
import io.synod.examples.kv.command.Resp;
import java.util.ArrayList;
import java.util.List;

/**
 * MULTI, EXEC, DISCARD, WATCH and UNWATCH of one connection. The commands behind MULTI are kept,
 * and EXEC sends them as one request. Confined to the connection's event loop.
 */
final class Transaction {
  private static final byte[] OK = new Resp(Resp.VERSION_2).ok().toBytes();
  private static final byte[] QUEUED = new Resp(Resp.VERSION_2).simple("QUEUED").toBytes();
  private static final int KEPT_BYTES = 64;

  private final RedisConnection connection;
  private final ClientState client;
  private final int bytesMax;
  private List<Watch> watches = new ArrayList<>();
  // Null outside of a transaction.
  private List<byte[]> requests;
  private long bytes;
  private boolean refused;

  /**
   * @param bytesMax of all commands behind MULTI, and of all watched keys
   */
  Transaction(RedisConnection connection, ClientState client, int bytesMax) {
    this.connection = connection;
    this.client = client;
    this.bytesMax = bytesMax;
  }

  boolean isOpen() {
    return requests != null;
  }

  boolean isWatching() {
    return !watches.isEmpty();
  }

  /** An error between MULTI and EXEC: EXEC will execute nothing. */
  void refuse(Resp error) {
    refused |= isOpen();
    connection.answer(error.toBytes());
  }

  /** Keeps a command for EXEC. */
  void queue(byte[] request) {
    if (takes(request.length)) {
      requests.add(request);
      connection.answer(QUEUED);
    } else {
      refuse(Errors.of("ERR a transaction may have %d bytes: send several".formatted(bytesMax)));
    }
  }

  private boolean takes(int length) {
    bytes += KEPT_BYTES + length;
    return bytes <= bytesMax;
  }

  void multi(Words words) {
    if (isOpen()) {
      connection.answer(Errors.of("ERR MULTI calls can not be nested").toBytes());
      return;
    }
    requests = new ArrayList<>();
    connection.answer(OK);
  }

  void exec(Words words) {
    if (!isOpen()) {
      connection.answer(Errors.of("ERR EXEC without MULTI").toBytes());
      return;
    }
    List<byte[]> executed = requests;
    List<Watch> watched = watches;
    Reply reply = new Reply(bytes);
    boolean discarded = refused;
    end();
    if (discarded) {
      connection.answer(
          Errors.of("EXECABORT Transaction discarded because of previous errors.").toBytes());
      return;
    }
    int protocol = client.protocol();
    connection.call(
        Call.Kind.WRITE,
        Operation.TRANSACTION,
        () -> Operation.TRANSACTION.request(protocol, arguments(watched, executed)),
        reply);
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

  void discard(Words words) {
    boolean open = isOpen();
    if (open) {
      end();
    }
    connection.answer(open ? OK : Errors.of("ERR DISCARD without MULTI").toBytes());
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

  void watch(Words words) {
    List<byte[]> keys = words.from(1);
    if (isOpen()) {
      connection.answer(Errors.of("ERR WATCH inside MULTI is not allowed").toBytes());
    } else if (keys.stream().allMatch(key -> takes(key.length))) {
      Watch watch = new Watch(keys);
      watches.add(watch);
      connection.call(
          Call.Kind.WATCH,
          Operation.VERSIONS,
          () -> Operation.VERSIONS.request(Resp.VERSION_2, keys),
          watch);
    } else {
      connection.answer(
          Errors.of("ERR watched keys may have %d bytes: watch fewer".formatted(bytesMax))
              .toBytes());
    }
  }

  void unwatch(Words words) {
    if (isOpen()) {
      refuse(Errors.notInTransaction("unwatch"));
    } else {
      forget();
      connection.answer(OK);
    }
  }

  /** The place of WATCH's answer; keeps the versions and passes on an OK or an error. */
  private static final class Watch extends Reply {
    private final List<byte[]> keys;
    private volatile String[] versions = {};

    Watch(List<byte[]> keys) {
      super(keys.stream().mapToLong(key -> key.length).sum());
      this.keys = keys;
    }

    @Override
    void fill(byte[] answer) {
      boolean failed = answer[0] == '-';
      if (!failed) {
        // Behind the header of the array, each line is ":version".
        versions = new String(answer, US_ASCII).split("\r\n");
      }
      super.fill(failed ? answer : OK);
    }

    /** Adds nothing if WATCH has failed. */
    void addTo(List<byte[]> arguments) {
      for (int i = 1; i < versions.length; i++) {
        arguments.add(keys.get(i - 1));
        arguments.add(versions[i].substring(1).getBytes(US_ASCII));
      }
    }
  }
}
