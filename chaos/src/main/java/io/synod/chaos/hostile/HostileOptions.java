package io.synod.chaos.hostile;

import io.synod.chaos.hostile.attack.Attacker;
import java.time.Duration;
import java.util.List;

/**
 * What is to be run.
 *
 * @param length of the attack
 * @param seed of everything that is drawn; threads and sockets make each run different all the same
 * @param settings of the replicas, {@code key=value}, in place of those that a run has by itself
 */
public record HostileOptions(
    Duration length, long seed, List<Attacker> attackers, List<String> settings) {

  // Attackers go by them.
  private static final List<String> OWN_KEYS = List.of("metrics.port", "network.max-frame");

  /**
   * @throws IllegalArgumentException if it cannot be run
   */
  public HostileOptions {
    if (length.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException(
          "an attack of %d ms: it takes at least a second".formatted(length.toMillis()));
    }
    attackers = attackers.stream().distinct().toList();
    if (attackers.isEmpty()) {
      throw new IllegalArgumentException("no attacker");
    }
    settings = List.copyOf(settings);
    for (String setting : settings) {
      if (setting.indexOf('=') < 1) {
        throw new IllegalArgumentException("'%s' is not KEY=VALUE".formatted(setting));
      }
      if (OWN_KEYS.contains(setting.substring(0, setting.indexOf('=')).strip())) {
        throw new IllegalArgumentException(
            "'%s' is set by the run itself, as are %s"
                .formatted(setting, String.join(" and ", OWN_KEYS)));
      }
    }
  }
}
