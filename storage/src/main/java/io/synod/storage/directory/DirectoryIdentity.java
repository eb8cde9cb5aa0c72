package io.synod.storage.directory;

import io.synod.core.check.Check;
import java.util.regex.Pattern;

/**
 * The owner of a replica's directory, which never changes.
 *
 * @param cluster name of the cluster; no control characters, not empty, as the other name
 * @param replica number of the replica, nine digits at most
 * @param durability name of the durability level
 * @param terms the settings that determine which batches are decided and executed, as text
 * @param lasting those of them that cannot change while there is state: all, or all but the number
 *     of replicas and the quorums, which the owner compares itself once it knows its members
 */
public record DirectoryIdentity(
    String cluster, int replica, String durability, String terms, String lasting) {
  /** In place of a durability level: the owner is a learner, whose number means nothing. */
  public static final String LEARNER = "learner";

  /** In place of a durability level: the directory is a backup's. */
  public static final String BACKUP = "backup";

  private static final Pattern NAME = Pattern.compile("[^\\p{Cntrl}]{1,255}");
  private static final Pattern TERMS = Pattern.compile("[^\\p{Cntrl}]{1,2048}");
  private static final int REPLICA_MAX = 999_999_999;

  /** Whose terms cannot change at all. */
  public DirectoryIdentity(String cluster, int replica, String durability, String terms) {
    this(cluster, replica, durability, terms, terms);
  }

  public DirectoryIdentity {
    Check.that(isName(cluster), "the cluster's name is empty, too long or not one line");
    Check.that(isName(durability), "the durability's name is empty, too long or not one line");
    Check.that(isTerms(terms), "the terms are empty, too long or not one line");
    Check.that(
        replica >= 0 && replica <= REPLICA_MAX,
        "replica %d is not between 0 and %d",
        replica,
        REPLICA_MAX);
  }

  /** Whether the owner is a replica: not a learner, and not a backup. */
  public boolean hasVotes() {
    return !isLearner() && !isBackup();
  }

  boolean isBackup() {
    return durability.equals(BACKUP);
  }

  /** Whether the owner has this number in the cluster of that name. */
  boolean isOf(String name, int number) {
    return cluster.equals(name) && replica == number;
  }

  boolean isLearner() {
    return durability.equals(LEARNER);
  }

  /** Whether an owner may have these terms. */
  public static boolean isTerms(String text) {
    return TERMS.matcher(text).matches();
  }

  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }
}
