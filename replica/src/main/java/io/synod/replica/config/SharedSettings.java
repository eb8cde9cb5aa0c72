package io.synod.replica.config;

import io.synod.core.cluster.Quorums;
import io.synod.core.format.Terms;
import io.synod.core.settings.ElectionSettings;
import java.util.stream.Collectors;

/**
 * The settings that determine which batches are decided and executed. They must be equal on all
 * replicas, and must not change while there is state.
 */
public final class SharedSettings {
  private SharedSettings() {}

  /**
   * As text, see {@link Terms}: replicas compare it when they meet, and refuse each other where it
   * differs.
   */
  public static String of(SynodConfig config) {
    Quorums quorums = config.cluster().quorums();
    return String.join(
        ", ",
        "replicas = " + replicas(quorums),
        Setting.CLUSTER_PHASE1_QUORUM.key() + " = " + quorums.phase1(),
        Setting.CLUSTER_PHASE2_QUORUM.key() + " = " + quorums.phase2(),
        ofExecution(config));
  }

  /**
   * As {@link #of}, with the settings that replicas must share only while they run: those of
   * leases, if they are on. A replica without them is refused, and refuses.
   */
  public static String ofPeers(SynodConfig config) {
    return of(config) + ofLeases(config);
  }

  /** Those of {@link #ofPeers} that must be equal whatever the members are. */
  public static String ofAnyPeers(SynodConfig config) {
    return ofExecution(config) + ofLeases(config);
  }

  private static String ofLeases(SynodConfig config) {
    ElectionSettings election = config.election();
    if (!election.lease().on()) {
      return "";
    }
    return String.join(
        ", ",
        "",
        Terms.REQUIRED + written(Setting.READS_LEASE, Switch.ON),
        Terms.REQUIRED + amount(Setting.READS_CLOCK_DRIFT, election.lease().driftPpm()),
        Terms.REQUIRED + amount(Setting.ELECTION_TIMEOUT, election.timeoutNanos()));
  }

  /**
   * How the settings of {@code config} that determine what is executed differ from those of a
   * directory. The number of replicas and the quorums are none of them.
   *
   * @param other all settings that the directory was written with, as of {@link #of}
   * @param where the directory is, for people
   * @return the first difference, in words; null if there is none
   */
  public static String executionDifference(SynodConfig config, String other, String where) {
    Terms.Difference different = Terms.difference(ofExecution(config), other);
    return different == null
        ? null
        : "%s is %s in the configuration and %s in %s"
            .formatted(different.key(), different.own(), different.other(), where);
  }

  /** Those of {@link #of} that must be equal whatever the members are. */
  public static String ofExecution(SynodConfig config) {
    return String.join(
        ", ",
        amount(Setting.MEMBERSHIP_ALPHA, config.membership().alpha()),
        SessionKeys.values(config.session()).entrySet().stream()
            .map(limit -> amount(limit.getKey(), limit.getValue()))
            .collect(Collectors.joining(", ")),
        written(Setting.SERVICE_ON_EXCEPTION, config.service().onException()),
        amount(Setting.SERVICE_MAX_TIMERS, config.service().timersMax()),
        amount(Setting.SERVICE_DIGEST_SLOTS, config.service().digestSlots()));
  }

  /** How many, or which if they are not the first numbers. */
  private static String replicas(Quorums quorums) {
    int count = quorums.replicas();
    boolean areFirst = quorums.members().end() == count;
    return areFirst ? Integer.toString(count) : quorums.members().numbers().toString();
  }

  private static String amount(Setting setting, long value) {
    return written(setting, value);
  }

  private static String written(Setting setting, Object value) {
    return setting.key() + " = " + setting.type().format(value);
  }
}
