package io.synod.chaos.hostile.attack;

import io.synod.chaos.hostile.attack.Targets.Port;
import io.synod.core.command.BatchEntry;
import io.synod.core.message.FetchSnapshot;
import io.synod.network.wire.Subscribe;
import io.synod.strangers.Frames;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Connections to the client port that request more than they read. */
final class Unread {
  private static final int RECEIVE_BYTES = 4 << 10;
  private static final long STALE = -2;
  private static final byte[] NOTHING = {};

  private Unread() {}

  private static byte[] hello(Attack attack) {
    return Frames.clientHello(attack.targets().cluster());
  }

  /**
   * Short requests with long answers: hundreds of queries for large values in one frame, from
   * clients that read at full speed, a byte now and then, or never.
   */
  static List<Crowd> amplifiers(Attack attack) {
    Supplier<Burst> queries = () -> queries(attack.random());
    return List.of(
        Crowd.asking(attack, 2, hello(attack), queries, 500, Reading::all),
        Crowd.asking(attack, 2, hello(attack), queries, 1000, Reading::slowly),
        Crowd.asking(attack, 2, hello(attack), queries, 1000, Reading::never));
  }

  /** Queries of the leader, of a quorum, or stale ones. */
  private static Burst queries(Random random) {
    long consistency = -random.nextInt(3);
    return Burst.of(Frames.queries(consistency, random.nextLong(), KvPayloads.getBigs(300)));
  }

  /** Clients that query every second and read a byte every 50 ms, or nothing. */
  static List<Crowd> slowReaders(Attack attack) {
    Burst values = Burst.of(Frames.queries(STALE, 1, KvPayloads.getBigs(8)));
    Burst status = Burst.of(Frames.statusRequest(), 50);
    return List.of(
        slowReader(attack, values, Reading::slowly),
        slowReader(attack, values, Reading::never),
        slowReader(attack, status, Reading::slowly),
        slowReader(attack, status, Reading::never));
  }

  private static Crowd slowReader(Attack attack, Burst question, Supplier<Reading> readings) {
    return Crowd.asking(attack, 12, hello(attack), () -> question, 1000, readings)
        .receiving(RECEIVE_BYTES);
  }

  /**
   * Thousands of status requests in one write, and hundreds of requests to measure the links, with
   * and without a hello.
   */
  static List<Crowd> status(Attack attack) {
    Burst status = Burst.of(Frames.statusRequest(), 4000);
    Burst measure = Burst.of(Frames.measureLinks(), 500);
    return List.of(
        Crowd.asking(attack, 1, NOTHING, () -> status, 2000, Reading::all),
        Crowd.asking(attack, 1, NOTHING, () -> status, 2000, Reading::never),
        Crowd.asking(attack, 1, hello(attack), () -> measure, 10_000, Reading::all),
        Crowd.asking(attack, 1, NOTHING, () -> measure, 10_000, Reading::all));
  }

  /**
   * Subscribers with unlimited credit that never read, from the newest slot and from the first one.
   * Floods of Subscribe and Credit. Floods of FetchSnapshot with the largest parts.
   */
  static List<Crowd> subscribers(Attack attack) {
    int pairsSent = 250;
    byte[] hello = hello(attack);
    byte[] endless = Frames.subscribe(0, Long.MAX_VALUE, Subscribe.KEEP_ALIVE_NANOS_MIN);
    byte[] credit = Frames.credit(Long.MAX_VALUE);
    byte[] fetch = Frames.message(new FetchSnapshot(0, 0, Integer.MAX_VALUE));
    byte[] oldest = Frames.joined(hello, endless);
    byte[] newest =
        Frames.joined(hello, Frames.subscribe(-1, Long.MAX_VALUE, Subscribe.KEEP_ALIVE_NANOS_MIN));
    Burst pairs =
        new Burst(Frames.repeated(Frames.joined(endless, credit), pairsSent), 2 * pairsSent);
    Burst fetches = Burst.of(fetch, 64);
    // Without traffic the end of a connection goes unnoticed.
    Burst more = Burst.of(Frames.credit(1));
    return List.of(
        subscriber(attack, 4, newest, more, Reading::never).receiving(RECEIVE_BYTES),
        subscriber(attack, 1, oldest, more, Reading::never).receiving(RECEIVE_BYTES),
        subscriber(attack, 1, newest, more, Reading::all),
        subscriber(attack, 1, hello, pairs, Reading::all),
        subscriber(attack, 1, hello, pairs, Reading::never),
        subscriber(attack, 2, oldest, fetches, Reading::all),
        subscriber(attack, 2, oldest, fetches, Reading::never));
  }

  private static Crowd subscriber(
      Attack attack, int perReplica, byte[] greeting, Burst burst, Supplier<Reading> readings) {
    return Crowd.asking(attack, perReplica, greeting, () -> burst, 500, readings);
  }

  /**
   * Sessions that query large values through the log and never acknowledge an answer, so that every
   * replica keeps the answers. Each leaves its connection soon, so that its unread answers do not
   * slow it down. Only the leader accepts them.
   */
  static List<Crowd> unacknowledged(Attack attack) {
    byte[] hello = hello(attack);
    Random random = attack.random();
    return List.of(
        new Crowd(
                attack,
                Port.CLIENT,
                2,
                () -> BurstScript.of(hello, new Session(random.nextLong()), 50, Reading.all()))
            .pausing(50));
  }

  /** The frames of one session. */
  static final class Session implements Supplier<Burst> {
    private static final int REQUESTS_PER_FRAME = 4;
    private static final int FRAMES_MAX = 10;

    private final long session;
    private int frames;
    private int next = 1;

    Session(long session) {
      this.session = session;
    }

    @Override
    public Burst get() {
      if (frames == FRAMES_MAX) {
        return null;
      }
      if (frames++ == 0) {
        return Burst.of(Frames.open(session));
      }
      int first = next;
      next += REQUESTS_PER_FRAME;
      int outstanding = BatchEntry.asQuery(first - 1);
      byte[][] gets = KvPayloads.getBigs(REQUESTS_PER_FRAME);
      return Burst.of(Frames.requests(session, first, outstanding, gets));
    }
  }
}
