package io.synod.examples.demo;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.synod.client.RequestFailedException;
import io.synod.client.RequestUnknownException;
import io.synod.client.SynodClient;
import io.synod.examples.kv.command.Operation;
import io.synod.service.ServiceException;
import io.synod.simulation.linearizability.RegisterModel;
import io.synod.simulation.linearizability.RegisterModel.CompareAndSet;
import io.synod.simulation.linearizability.RegisterModel.Read;
import io.synod.simulation.linearizability.RegisterModel.Write;
import java.util.Random;

/**
 * Uses the keys of the key-value service as registers, one call at a time, with values that nobody
 * else writes. An absent key is a register that holds 0. Owns its thread.
 */
final class RegisterClient {
  private static final long VALUES_PER_CLIENT = 1_000_000_000_000L;
  private static final int KINDS = 10;

  private final int id;
  private final SynodClient client;
  private final LiveKeys keys;
  private final RegisterHistory history;
  private final Random random;
  private final Thread thread;
  private long lastValue;
  private volatile boolean running = true;
  private volatile Exception failure;

  RegisterClient(int id, SynodClient client, LiveKeys keys, RegisterHistory history, long seed) {
    this.id = id;
    this.client = client;
    this.keys = keys;
    this.history = history;
    random = new Random(seed);
    lastValue = id * VALUES_PER_CLIENT;
    thread = new Thread(this::run, "register-client-" + id);
  }

  void start() {
    thread.start();
  }

  /** Calls no more, waits for the end of the last call, and reports what must not happen. */
  void stop() throws Exception {
    running = false;
    thread.join();
    if (failure != null) {
      throw failure;
    }
  }

  /** Reads every key, on the caller's thread, once the client has stopped. */
  void readAll() throws Exception {
    for (int key = 0; key < keys.count(); key++) {
      read(key);
    }
  }

  private void run() {
    try {
      while (running) {
        call(random.nextInt(KINDS));
      }
    } catch (ServiceException | InterruptedException | RuntimeException unexpected) {
      failure = unexpected;
    }
  }

  private void call(int kind) throws ServiceException, InterruptedException {
    switch (kind) {
      case 0, 1, 2, 3 -> {
        long value = ++lastValue;
        change(Operation.GETSET, keys.next(random), new Write(value), value);
      }
      case 4 -> change(Operation.GETDEL, keys.next(random), new Write(0), 0);
      case 5 -> {
        long value = ++lastValue;
        change(Operation.SETNX, keys.next(random), new CompareAndSet(0, value), value);
      }
      // What was written before a crash must still be there long after it.
      case 6 -> read(random.nextInt(keys.count()));
      default -> read(keys.next(random));
    }
  }

  private void change(Operation operation, int key, RegisterModel.Input input, long value)
      throws ServiceException, InterruptedException {
    byte[] request =
        value == 0
            ? operation.request(name(key))
            : operation.request(name(key), Long.toString(value).getBytes(US_ASCII));
    RegisterHistory.Call call = history.invoked(id, key, input);
    try {
      byte[] answer = client.execute(request);
      history.returned(call, input instanceof CompareAndSet ? swapped(answer) : value(answer));
    } catch (RequestFailedException notExecuted) {
      history.refused(call);
    } catch (RequestUnknownException executedOrNot) {
      history.unknown(call);
      keys.unknown(key);
    }
  }

  private void read(int key) throws ServiceException, InterruptedException {
    RegisterHistory.Call call = history.invoked(id, key, new Read());
    try {
      history.returned(call, value(client.executeQuery(Operation.GET.request(name(key)))));
    } catch (RequestFailedException notAnswered) {
      history.refused(call);
    }
  }

  private static byte[] name(int key) {
    return ("register:" + key).getBytes(US_ASCII);
  }

  private static long value(byte[] answer) {
    return Value.integer(answer);
  }

  private static long swapped(byte[] answer) {
    return new String(answer, US_ASCII).equals(":1\r\n") ? 0 : RegisterModel.REFUSED;
  }
}
