package io.synod.chaos.hostile.attack;

import java.util.List;
import java.util.stream.Collectors;

/** All kinds of attackers. */
public final class Attackers {
  private static final List<Attacker> ALL =
      List.of(
          new EndlessFrames(),
          new Strangers(),
          new ForgedPeers(),
          new RandomFrames(),
          new Amplifiers(),
          new Unacknowledged(),
          new StatusFloods(),
          new SlowReaders(),
          new Subscribers(),
          new Floods(),
          new PoisonRequests(),
          new HalfSentHttp());

  private Attackers() {}

  public static List<Attacker> all() {
    return ALL;
  }

  /**
   * @throws IllegalArgumentException if there is no such kind, naming all
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
