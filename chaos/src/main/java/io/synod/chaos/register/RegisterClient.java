package io.synod.chaos.register;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.synod.client.RequestFailedException;
import io.synod.client.RequestUnknownException;
import io.synod.client.SynodClient;
import io.synod.core.settings.Consistency;
import io.synod.examples.kv.cluster.Value;
import io.synod.examples.kv.command.Operation;
import io.synod.linearizability.RegisterModel;
import io.synod.linearizability.RegisterModel.CompareAndSet;
import io.synod.linearizability.RegisterModel.Read;
import io.synod.linearizability.RegisterModel.Write;
import io.synod.service.ServiceException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Uses the keys of the key-value service as registers, one call at a time, with values that no
 * other client writes. An absent key is a register that holds 0. Owns its thread.
 */
public final class RegisterClient {
  private static final long VALUES_PER_CLIENT = 1_000_000_000_000L;
  private static final int KINDS = 10;
  private static final long READ_PAUSE_MILLIS = 20;
  private static final List<Consistency> LINEARIZABLE =
      List.of(Consistency.LEADER, Consistency.LEASE, Consistency.QUORUM, Consistency.LOG);

  private final int id;
  private final SynodClient client;
  private final Registers registers;
  private final Random random;
  private final long betweenNanos;
  private final Thread thread;
  private long lastValue;
  private volatile boolean running = true;
  private volatile Exception failure;

  /**
   * @param id from 1, unique among the clients of the same registers
   * @param seed of its random choices of calls
   * @param between the beginnings of two calls, at least
   */
  public RegisterClient(
      int id, SynodClient client, Registers registers, long seed, Duration between) {
    this.id = id;
    this.client = client;
    this.registers = registers;
    random = new Random(seed);
    betweenNanos = between.toNanos();
    lastValue = id * VALUES_PER_CLIENT;
    thread = new Thread(this::run, "register-client-" + id);
  }

  /** Starts calling. */
  public void start() {
    thread.start();
  }

  /** Makes no new call after the current one. */
  public void halt() {
    running = false;
  }

  /**
   * Stops calling, waits for the end of the last call, and throws the client's failure, if any.
   * Closing the connection shortens the wait.
   */
  public void stop() throws Exception {
    halt();
    thread.join();
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Reads every register that is not yet forgotten, on the caller's thread; called after all
   * clients have stopped.
   *
   * @param patience for each register, whose read is repeated until it is answered
   * @throws IOException if one is not answered in that time
   */
  public void readAll(Duration patience)
      throws IOException, ServiceException, InterruptedException {
    int index = 0;
    for (Call call = registers.invokedOnEach(id, index);
        call != null;
        call = registers.invokedOnEach(id, ++index)) {
      long begin = System.nanoTime();
      while (!read(call)) {
        if (System.nanoTime() - begin > patience.toNanos()) {
          throw new IOException(
              "register %d cannot be read: no answer in %d s"
                  .formatted(call.key(), patience.toSeconds()));
        }
        TimeUnit.MILLISECONDS.sleep(READ_PAUSE_MILLIS);
        call = registers.invokedOnEach(id, index);
      }
    }
  }

  private void run() {
    try {
      while (running) {
        long begin = System.nanoTime();
        call(random.nextInt(KINDS));
        TimeUnit.NANOSECONDS.sleep(begin + betweenNanos - System.nanoTime());
      }
    } catch (ServiceException | InterruptedException | RuntimeException unexpected) {
      failure = unexpected;
    }
  }

  private void call(int kind) throws ServiceException, InterruptedException {
    switch (kind) {
      case 0, 1, 2, 3 -> change(Operation.GETSET, new Write(++lastValue), lastValue);
      case 4 -> change(Operation.GETDEL, new Write(0), 0);
      case 5 -> change(Operation.SETNX, new CompareAndSet(0, ++lastValue), lastValue);
      // A value that was written before a crash must still be there long after it.
      case 6 -> read(registers.invokedOnOlder(id, random));
      default -> read(registers.invoked(id, new Read(), random));
    }
  }

  private void change(Operation operation, RegisterModel.Input input, long value)
      throws ServiceException, InterruptedException {
    Call call = registers.invoked(id, input, random);
    byte[] key = name(call.key());
    byte[] request =
        value == 0
            ? operation.request(key)
            : operation.request(key, Long.toString(value).getBytes(US_ASCII));
    try {
      byte[] answer = client.execute(request);
      registers.returned(call, input instanceof CompareAndSet ? swapped(answer) : value(answer));
    } catch (RequestFailedException notExecuted) {
      registers.refused(call);
    } catch (RequestUnknownException executedOrNot) {
      registers.unknown(call);
    }
  }

  /** Returns whether it was answered. */
  private boolean read(Call call) throws ServiceException, InterruptedException {
    try {
      Consistency consistency = LINEARIZABLE.get(random.nextInt(LINEARIZABLE.size()));
      byte[] answer = client.executeQuery(Operation.GET.request(name(call.key())), consistency);
      registers.returned(call, value(answer));
      return true;
    } catch (RequestFailedException notAnswered) {
      registers.refused(call);
      return false;
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
