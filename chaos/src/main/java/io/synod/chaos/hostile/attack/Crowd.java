package io.synod.chaos.hostile.attack;

import io.synod.chaos.hostile.attack.Targets.Port;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * A fixed number of connections to one port of each replica. Each runs its own script and is
 * reopened a while after it has ended. Confined to the attacker's thread.
 */
final class Crowd {
  private static final int INPUT_BYTES = 64 << 10;
  private static final int CONNECTS_PER_TICK = 8;
  private static final int TICK_MILLIS = 10;

  private final Attack attack;
  private final Port port;
  private final IntFunction<Script> scripts;
  private final ByteBuffer input = ByteBuffer.allocateDirect(INPUT_BYTES);
  private final List<Place> places = new ArrayList<>();
  private long pauseMillis = 200;
  private int receiveBytes;
  private int firstPlace;

  private static final class Place {
    final int replica;
    // Null while there is no connection.
    Line line;
    Script script;
    long openNanos = System.nanoTime();

    Place(int replica) {
      this.replica = replica;
    }
  }

  /**
   * @param perReplica connections to each replica
   */
  Crowd(Attack attack, Port port, int perReplica, Supplier<Script> scripts) {
    this(attack, port, perReplica, replica -> scripts.get());
  }

  /**
   * @param perReplica connections to each replica
   * @param scripts creates the script of a connection, given the replica's number
   */
  Crowd(Attack attack, Port port, int perReplica, IntFunction<Script> scripts) {
    this.attack = attack;
    this.port = port;
    this.scripts = scripts;
    for (int place = 0; place < perReplica * attack.targets().replicas(); place++) {
      places.add(new Place(place % attack.targets().replicas()));
    }
  }

  /** Connections to the client port that send one burst after the other. */
  static Crowd asking(
      Attack attack,
      int perReplica,
      byte[] greeting,
      Supplier<Burst> bursts,
      long intervalMillis,
      Supplier<Reading> readings) {
    return new Crowd(
            attack,
            Port.CLIENT,
            perReplica,
            () -> BurstScript.of(greeting, bursts, intervalMillis, readings.get()))
        .pausing(1000);
  }

  /** Sets the time from the end of a connection to the next one in its place. */
  Crowd pausing(long millis) {
    pauseMillis = millis;
    return this;
  }

  /** Sets the size of the receive buffers. */
  Crowd receiving(int bytes) {
    receiveBytes = bytes;
    return this;
  }

  /** Runs the scripts until the attack ends, and closes their connections. */
  static void run(Attack attack, List<Crowd> crowds) throws InterruptedException {
    try {
      while (attack.goesOn()) {
        for (Crowd crowd : crowds) {
          crowd.tick();
        }
        attack.pause(TICK_MILLIS);
      }
    } finally {
      for (Crowd crowd : crowds) {
        crowd.closeAll();
      }
    }
  }

  private void tick() {
    int connects = 0;
    for (int index = 0; index < places.size(); index++) {
      Place place = places.get((firstPlace + index) % places.size());
      if (place.line != null) {
        play(place);
      } else if (connects < CONNECTS_PER_TICK && System.nanoTime() - place.openNanos >= 0) {
        connects++;
        firstPlace = (firstPlace + 1) % places.size();
        open(place);
      }
    }
  }

  private void open(Place place) {
    try {
      place.line =
          Line.connect(
              attack.targets().address(port, place.replica), receiveBytes, attack.tally(), input);
      place.script = scripts.apply(place.replica);
    } catch (IOException notConnected) {
      vacate(place);
    }
  }

  private void play(Place place) {
    boolean stays;
    try {
      stays = place.script.tick(place.line);
    } catch (IOException ended) {
      attack.tally().ended();
      stays = false;
    }
    if (!stays) {
      close(place);
    }
  }

  private void close(Place place) {
    try {
      place.line.close();
    } catch (IOException alreadyGone) {
      attack.tally().ended();
    }
    vacate(place);
  }

  private void vacate(Place place) {
    place.line = null;
    place.script = null;
    place.openNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pauseMillis);
  }

  private void closeAll() {
    for (Place place : places) {
      if (place.line != null) {
        close(place);
      }
    }
  }
}
