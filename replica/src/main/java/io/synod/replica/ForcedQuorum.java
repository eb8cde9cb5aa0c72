package io.synod.replica;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.membership.Membership;
import io.synod.core.membership.Memberships;
import io.synod.core.recovery.SurvivingLog;
import io.synod.core.settings.Durability;
import io.synod.network.wire.Levels;
import io.synod.replica.assembly.StartFailure;
import io.synod.replica.assembly.SurvivingMembers;
import io.synod.replica.config.SharedSettings;
import io.synod.replica.config.SynodConfig;
import io.synod.storage.backup.SurvivingState;
import io.synod.storage.backup.Survivor;
import io.synod.storage.directory.DirectoryIdentity;
import io.synod.storage.disk.DiskFull;
import io.synod.storage.journal.JournalFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;

/**
 * What is left of a cluster whose majority is gone for good. {@link #write} makes a backup of it,
 * from which a new cluster is restored under another name, so that no replica of the old one can
 * come back into it. What only the lost replicas knew is lost. One thread.
 */
public final class ForcedQuorum {
  private final SynodConfig config;
  private final SurvivingState state;
  private final Memberships memberships;

  private ForcedQuorum(SynodConfig config, SurvivingState state, Memberships memberships) {
    this.config = config;
    this.state = state;
    this.memberships = memberships;
  }

  /**
   * One of the directories.
   *
   * @param kind {@code replica N}, {@code a learner} or {@code a backup}, with the durability of a
   *     replica
   * @param snapshotEnd its newest snapshot holds every slot before this one; 0 if it has none
   * @param decidedEnd behind the last slot whose decision it knows
   * @param votesEnd behind the last slot that it knows anything of
   * @param damaged how many records of votes and decisions are damaged
   * @param incomplete where records are missing; null if none is
   */
  public record Source(
      Path directory,
      String kind,
      long snapshotEnd,
      long decidedEnd,
      long votesEnd,
      int damaged,
      String incomplete) {}

  /**
   * Slots of {@code [first, end)} that are known by a vote only: whether they were decided is not
   * known.
   */
  public record Undecided(long first, long end) {}

  /**
   * Reads the directories, and changes nothing in them. Blocks; holds one batch of each slot behind
   * the newest snapshot in memory.
   *
   * @param config of the cluster, as its replicas had it
   * @param directories of stopped replicas and learners, and backups, of that cluster; at least one
   * @throws ReplicaException if one of them is of another cluster, was restored from another backup
   *     than another one, is in use or cannot be read
   */
  public static ForcedQuorum read(SynodConfig config, List<Path> directories) {
    try {
      SurvivingState state = SurvivingState.read(directories);
      state.survivors().forEach(survivor -> requireSame(config, survivor));
      try (InputStream snapshot = state.snapshotContent()) {
        return new ForcedQuorum(config, state, SurvivingMembers.of(config, snapshot, state.log()));
      }
    } catch (IOException failure) {
      throw new ReplicaException(StartFailure.why(failure), failure);
    }
  }

  private static void requireSame(SynodConfig config, Survivor survivor) {
    DirectoryIdentity identity = survivor.identity();
    String name = config.cluster().name();
    if (!identity.cluster().equals(name)) {
      throw new ReplicaException(
          "%s is of cluster '%s', and cluster.name is '%s': name the configuration of that cluster"
              .formatted(survivor.directory(), identity.cluster(), name));
    }
    String different =
        SharedSettings.executionDifference(
            config, identity.terms(), survivor.directory().toString());
    if (different != null) {
      throw new ReplicaException(
          different + ": set the value of the directory, because the state depends on it");
    }
  }

  /** In the order in which they were named. */
  public List<Source> sources() {
    return state.survivors().stream().map(ForcedQuorum::source).toList();
  }

  private static Source source(Survivor survivor) {
    return new Source(
        survivor.directory(),
        kind(survivor.identity()),
        survivor.snapshotEnd(),
        survivor.decidedEnd(),
        survivor.votesEnd(),
        survivor.damaged(),
        survivor.incomplete());
  }

  private static String kind(DirectoryIdentity identity) {
    return level(identity) == null
        ? "a " + identity.durability()
        : "replica %d, durability %s".formatted(identity.replica(), identity.durability());
  }

  /** Null if it is no directory of a replica. */
  private static Durability level(DirectoryIdentity identity) {
    for (Durability level : Durability.values()) {
      if (level.name().toLowerCase(Locale.ROOT).equals(identity.durability())) {
        return level;
      }
    }
    return null;
  }

  /**
   * Whether the named replicas are enough to go on without force: a quorum of the members which
   * keep their votes and lack nothing that cannot be repaired. The members are those of the log as
   * far as the directories know it, or of the configuration while no change is known. Where a
   * change has not begun, they are a quorum before and after it.
   */
  public boolean isQuorum() {
    Membership next = memberships.next();
    return isQuorum(memberships.current()) && (next == null || isQuorum(next));
  }

  private boolean isQuorum(Membership membership) {
    List<Survivor> members = state.survivors().stream().filter(this::isMember).toList();
    ReplicaSet whole = ReplicaSet.EMPTY;
    for (Survivor survivor : members) {
      int replica = survivor.identity().replica();
      if (membership.numbers().contains(replica)
          && members.stream().anyMatch(survivor::isRepairedBy)) {
        whole = whole.with(replica);
      }
    }
    return whole.size() >= membership.quorums().electable();
  }

  /** Whether it can vote as soon as it has decisions for the votes that it has lost. */
  private boolean isMember(Survivor survivor) {
    Durability level = level(survivor.identity());
    return level != null
        && level.keepsVotes()
        && survivor.isMember()
        && survivor.incomplete() == null;
  }

  /** The newest whole snapshot holds every slot before this one; 0 if there is none. */
  public long snapshotEnd() {
    return state.log().first();
  }

  /**
   * The slot in which the service had halted when that snapshot was taken; -1 if it had not. New
   * replicas wait in that slot too, unless a later one skips the request.
   */
  public long haltedSlot() {
    return state.isInPart() ? snapshotEnd() - 1 : -1;
  }

  /** Newer snapshots that are damaged: what is wrong with each. */
  public List<String> damagedSnapshots() {
    return state.damagedSnapshots();
  }

  /** Every slot before this one is known, and none behind it is of use. */
  public long end() {
    return state.log().end();
  }

  /** Whether slot {@link #end} is not known because a record of it is damaged. */
  public boolean endsAtDamage() {
    return state.log().endsAtDamage();
  }

  /** How many slots behind {@link #end} are known, and lost all the same. */
  public long unused() {
    return state.log().unused();
  }

  /** By ascending slot. */
  public List<Undecided> undecided() {
    SurvivingLog log = state.log();
    List<Undecided> ranges = new ArrayList<>();
    long first = log.first();
    for (long slot = log.first(); slot <= log.end(); slot++) {
      if (slot == log.end() || log.at(slot).decided()) {
        if (first < slot) {
          ranges.add(new Undecided(first, slot));
        }
        first = slot + 1;
      }
    }
    return ranges;
  }

  /**
   * Makes a backup of all slots before {@link #end}. Blocks.
   *
   * @param target the backup's directory; empty, or not there
   * @param progress receives the bytes that were written
   * @throws ReplicaException if it cannot be written; what was written is no backup then
   */
  public void write(Path target, LongConsumer progress) {
    try {
      state.write(
          target,
          SharedSettings.of(config),
          config.storage().segmentBytes(),
          Levels.OWN.software(),
          progress);
    } catch (DiskFull full) {
      throw new ReplicaException(
          "no space for %s: %s; free some, and empty that directory before you try again"
              .formatted(target, full.getMessage()),
          full);
    } catch (JournalFailure failure) {
      throw new ReplicaException(
          "%s is no backup: %s; check the disk, and empty that directory before you try again"
              .formatted(target, failure.what()),
          failure);
    } catch (IOException failure) {
      throw new ReplicaException(StartFailure.why(failure), failure);
    }
  }
}
