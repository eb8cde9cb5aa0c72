package io.synod.chaos.hostile.attack;

import java.util.List;
import java.util.stream.Collectors;

/** All kinds of attackers. */
public final class Attackers {
  private static final List<Attacker> ALL =
      List.of(
          new Attacker("endless-frames", Endless::frames),
          new Attacker("strangers", Strangers::refused),
          new Attacker("forged-peers", Strangers::forgedPeers),
          // A million in five minutes.
          new Attacker("random-frames", 3334, RandomFrames::crowds),
          new Attacker("amplifiers", Unread::amplifiers),
          new Attacker("unacknowledged", Unread::unacknowledged),
          new Attacker("status-floods", Unread::status),
          new Attacker("slow-readers", Unread::slowReaders),
          new Attacker("subscribers", Unread::subscribers),
          new Attacker("floods", Floods::crowds),
          new Attacker("poison", PoisonRequests::crowds),
          new Attacker("half-sent-http", Endless::http));

  private Attackers() {}

  public static List<Attacker> all() {
    return ALL;
  }

  /**
   * @throws IllegalArgumentException if there is no such kind; lists all kinds
   */
  public static Attacker named(String name) {
    for (Attacker attacker : ALL) {
      if (attacker.name().equals(name)) {
        return attacker;
      }
    }
    throw new IllegalArgumentException(
        "'%s' is not one of %s"
            .formatted(name, ALL.stream().map(Attacker::name).collect(Collectors.joining(", "))));
  }
}
