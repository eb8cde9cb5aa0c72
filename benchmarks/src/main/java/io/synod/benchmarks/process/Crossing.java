package io.synod.benchmarks.process;

import io.synod.link.Frames;
import io.synod.network.wire.FrameType;
import java.util.EnumMap;
import java.util.Map;

/** The frames that have passed all emulated links between replicas, by purpose. */
public record Crossing(Map<Purpose, Frames> frames) {
  /** No frames. */
  public static final Crossing NONE = new Crossing(Map.of());

  public Crossing {
    frames = Map.copyOf(frames);
  }

  /** The purpose of a message between replicas. */
  public enum Purpose {
    /** Phase 2a, directly or through a relay. */
    ACCEPT,
    /** Phase 2b, of one acceptor or gathered by a relay. */
    VOTE,
    /** Heartbeats and pings, which have a rate of their own. */
    LIVENESS,
    /** Catch-up, elections and other rare messages. */
    REST;

    static Purpose of(FrameType type) {
      return switch (type) {
        case ACCEPT, RELAY -> ACCEPT;
        case ACCEPTED -> VOTE;
        case HEARTBEAT, HEARTBEAT_ACK, PING, PONG -> LIVENESS;
        default -> REST;
      };
    }
  }

  /** The sum with the frames that passed one more link. */
  Crossing plus(Map<FrameType, Frames> passed) {
    Map<Purpose, Frames> all = new EnumMap<>(Purpose.class);
    all.putAll(frames);
    passed.forEach((type, more) -> all.merge(Purpose.of(type), more, Frames::plus));
    return new Crossing(all);
  }

  /** The frames that passed after {@code earlier}. */
  public Crossing since(Crossing earlier) {
    Map<Purpose, Frames> later = new EnumMap<>(Purpose.class);
    for (Purpose purpose : Purpose.values()) {
      later.put(purpose, of(purpose).since(earlier.of(purpose)));
    }
    return new Crossing(later);
  }

  public Frames of(Purpose purpose) {
    return frames.getOrDefault(purpose, Frames.NONE);
  }
}
