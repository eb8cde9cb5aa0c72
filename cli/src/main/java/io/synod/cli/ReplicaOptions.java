package io.synod.cli;

import io.synod.replica.LearnerPromotion;
import io.synod.replica.config.SynodConfig;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which replica a command runs, and what it begins with. */
final class ReplicaOptions {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");
  private static final String JOIN = "cluster.begin=join";

  @Mixin private ConfigOptions config;

  @Option(
      names = "--id",
      required = true,
      paramLabel = "N",
      description = "The replica's number: N of replica.N.")
  private Integer id;

  @Option(
      names = "--join",
      description =
          "With an empty directory, it forms no cluster but waits as a standby until 'synod member add' makes"
              + " it a member: cluster.begin = join. With its directory, a member stays a member, or"
              + " joins again.")
  private boolean join;

  @Option(
      names = "--learner",
      paramLabel = "DIR",
      description =
          "The directory of a stopped learner. With an empty directory, the replica begins with the learner's"
              + " newest snapshot and fetches only what was decided since. Leaves the learner's directory as it is.")
  private Path learner;

  /**
   * @throws io.synod.replica.config.ConfigException if the configuration is invalid
   */
  SynodConfig load() {
    SynodConfig loaded = join ? config.load(JOIN) : config.load();
    config.checkedId(loaded, id);
    return loaded;
  }

  /** The replica's number. */
  int id() {
    return id;
  }

  /**
   * Before the replica is started: takes the learner's snapshot if one is named and the replica has
   * no directory.
   *
   * @throws io.synod.replica.ReplicaException if that cannot be done, saying why and what to do
   */
  void prepare(SynodConfig loaded) {
    if (learner == null) {
      return;
    }
    // Also a replica that was promoted before, and is started with the same options again.
    if (LearnerPromotion.hasDirectory(loaded, id)) {
      LOG.info("replica {} has a directory of its own: {} is not read", id, learner);
      return;
    }
    long end = LearnerPromotion.promote(loaded, id, learner);
    LOG.info("replica {} begins with the state of {}, of all slots before {}", id, learner, end);
  }
}
