package io.synod.chaos.hostile;

import io.synod.chaos.hostile.attack.Attacker;
import java.time.Duration;
import java.util.List;

/**
 * The options of a run.
 *
 * @param length of the attack; of a short one the least
 * @param seed of all random choices; threads and sockets still make each run different
 * @param settings of the replicas, {@code key=value}, which override the run's own
 */
public record HostileOptions(
    Duration length, long seed, List<Attacker> attackers, List<String> settings) {

  private static final Duration SHORT_MAX = Duration.ofSeconds(80);

  // Attackers depend on these settings.
  private static final List<String> OWN_KEYS = List.of("metrics.port", "network.max-frame");

  /**
   * @throws IllegalArgumentException if the options are invalid
   */
  public HostileOptions {
    if (length.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException(
          "an attack of %d ms: use at least a second".formatted(length.toMillis()));
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

  /**
   * The time after which the attack ends in any case. Processes that have just started may be too
   * slow for a short attack to take effect.
   */
  Duration lengthMax() {
    return length.compareTo(SHORT_MAX) < 0 ? SHORT_MAX : length;
  }
}
