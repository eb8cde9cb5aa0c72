package io.synod.simulation.client;

import io.synod.linearizability.RegisterModel;
import io.synod.simulation.service.Command;
import io.synod.simulation.service.Command.Kind;
import java.util.SplittableRandom;

/** Draws a client's commands; no two clients ever write the same value. */
final class CommandSource {
  private final int client;
  private final int keys;
  private final SplittableRandom random;
  private long written;
  private long lastSeen;

  CommandSource(int client, int keys, SplittableRandom random) {
    this.client = client;
    this.keys = keys;
    this.random = random;
  }

  Command request() {
    return command(Kind.values()[random.nextInt(Kind.values().length)]);
  }

  Command query() {
    return command(random.nextBoolean() ? Kind.READ : Kind.COUNT);
  }

  int padding(int bytesMax) {
    return random.nextInt(1 + bytesMax);
  }

  /** A call was answered; the next compare-and-set expects the register's value. */
  void saw(History.Call call) {
    if (!call.command().isOfCounter() && call.output() != RegisterModel.REFUSED) {
      lastSeen = call.output();
    }
  }

  private Command command(Kind kind) {
    int key = random.nextInt(keys);
    return switch (kind) {
      case READ, COUNT -> new Command(kind, key, 0, 0);
      case WRITE, COMPARE_AND_SET -> new Command(kind, key, fresh(), lastSeen);
      // A sum shows which additions it contains.
      case ADD -> new Command(kind, key, random.nextInt(1, 1 << 30), 0);
    };
  }

  private long fresh() {
    written++;
    return 1_000L * (client + 1) + written;
  }
}
