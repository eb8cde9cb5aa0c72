package io.synod.benchmarks.process;

import io.synod.link.Frames;
import io.synod.network.wire.FrameType;
import java.util.EnumMap;
import java.util.Map;

/** The frames that have passed all emulated links between replicas, by what they are for. */
public record Crossing(Map<Purpose, Frames> frames) {
  /** Nothing. */
  public static final Crossing NONE = new Crossing(Map.of());

  public Crossing {
    frames = Map.copyOf(frames);
  }

  /** What replicas tell each other for. */
  public enum Purpose {
    /** Phase 2a, by way of a relay or not. */
    ACCEPT,
    /** Phase 2b, of one acceptor or gathered by a relay. */
    VOTE,
    /** Heartbeats and pings, which come at their own pace. */
    LIVENESS,
    /** Catch-up, elections and all that is rare. */
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

  /** And those that have passed one more link. */
  Crossing plus(Map<FrameType, Frames> passed) {
    Map<Purpose, Frames> all = new EnumMap<>(Purpose.class);
    all.putAll(frames);
    passed.forEach((type, more) -> all.merge(Purpose.of(type), more, Frames::plus));
    return new Crossing(all);
  }

  /** Those of {@code earlier} are among these. */
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
