package io.synod.storage.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Origin;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import io.synod.core.recovery.Recovered;
import io.synod.storage.directory.DirectoryIdentity;
import io.synod.storage.directory.ReplicaDirectory;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.journal.JournalFindings;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalRecovery;
import io.synod.storage.journal.JournalScan;
import io.synod.storage.journal.JournalSettings;
import io.synod.storage.journal.RecordType;
import io.synod.storage.journal.ScannedRecord;
import io.synod.storage.journal.WriteAheadLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the directories of replicas without their snapshots show. */
final class SurvivorTest {
  private static final View FIRST = new View(1, 1);
  private static final View SECOND = new View(2, 0);

  @TempDir Path temporary;

  private static Batch batch(long leaderTime) {
    return Batch.close(new byte[Batch.HEADER_BYTES], leaderTime, 0);
  }

  private static JournalRecord vote(View view, long slot, long leaderTime) {
    return new JournalRecord.Voted(view, slot, batch(leaderTime));
  }

  /** Of three replicas, stopped behind these records. */
  private Path stopped(int replica, MemberStatus status, JournalRecord... records)
      throws IOException {
    return stopped(replica, Origin.NONE, status, records);
  }

  private Path stopped(int replica, Origin origin, MemberStatus status, JournalRecord... records)
      throws IOException {
    Incarnations incarnations = Incarnations.unknown(ReplicaSet.all(3));
    for (int member = 0; member < 3; member++) {
      incarnations = incarnations.with(member, new Incarnation(1, 10 + member));
    }
    List<JournalRecord> all = new ArrayList<>(List.of(records));
    all.add(0, new JournalRecord.Joined(incarnations, status));
    Path path = temporary.resolve("replica-" + replica);
    DirectoryIdentity identity = new DirectoryIdentity("orders", replica, "sync", "replicas = 3");
    try (ReplicaDirectory directory =
        ReplicaDirectory.restore(path, identity, () -> 10L + replica, origin)) {
      Disk disk = FileDisk.of(directory.journal());
      JournalIdentity ofJournal = new JournalIdentity("orders", replica, directory.nonce());
      JournalFindings found =
          JournalRecovery.read(disk, ofJournal, new Recovered(directory.nonce(), 0), damage -> {});
      try (WriteAheadLog journal =
          WriteAheadLog.open(disk, new JournalSettings(4096, 0), ofJournal, found)) {
        all.forEach(journal::append);
        journal.commit();
      }
    }
    return path;
  }

  private static Survivor read(Path directory) throws IOException {
    return SurvivingState.read(List.of(directory)).survivors().get(0);
  }

  /**
   * Replica 0 was cut off after its vote in slot 1, where the others have decided differently. Then
   * it has gone on behind a snapshot, which is lost.
   */
  @Test
  void a_vote_that_a_lost_snapshot_stood_in_for_is_no_decision() throws Exception {
    Path without =
        stopped(
            0,
            MemberStatus.MEMBER,
            vote(FIRST, 0, 10),
            vote(FIRST, 1, 11),
            new JournalRecord.DecidedUpTo(1),
            vote(SECOND, 500, 12),
            new JournalRecord.DecidedUpTo(501));
    Path other =
        stopped(
            2,
            MemberStatus.MEMBER,
            vote(FIRST, 0, 10),
            vote(SECOND, 1, 22),
            new JournalRecord.DecidedUpTo(1));
    SurvivingState state = SurvivingState.read(List.of(without, other));
    assertThat(state.log().at(1).batch()).isEqualTo(batch(22));
    assertThat(state.log().at(1).decided()).isFalse();
    assertThat(state.survivors().get(0).incomplete())
        .isEqualTo("slot 2 is in neither a snapshot nor the journal, which is decided up to 501");
    assertThat(state.survivors().get(1).incomplete()).isNull();
  }

  @Test
  void one_that_is_whole_knows_what_is_decided() throws Exception {
    Path whole =
        stopped(0, MemberStatus.MEMBER, vote(FIRST, 0, 10), new JournalRecord.DecidedUpTo(1));
    Survivor survivor = read(whole);
    assertThat(survivor.decidedEnd()).isEqualTo(1);
    assertThat(survivor.incomplete()).isNull();
    assertThat(survivor.isMember()).isTrue();
  }

  /** It promises nothing before it has the decision, and stops if nobody sends it. */
  @Test
  void a_lost_vote_is_repaired_by_one_that_has_decided_its_slot() throws Exception {
    JournalRecord known = vote(FIRST, 0, 10);
    Path damaged = stopped(0, MemberStatus.MEMBER, known, vote(FIRST, 1, 11));
    damageLastVote(damaged);
    Path without = stopped(1, MemberStatus.MEMBER, known);
    Path voted = stopped(2, MemberStatus.MEMBER, known, vote(FIRST, 1, 11));
    Path learnt = stopped(3, MemberStatus.MEMBER, known, new JournalRecord.Learnt(1, batch(11)));

    assertThat(read(damaged).isRepairedBy(read(without))).isFalse();
    assertThat(read(damaged).isRepairedBy(read(voted))).isFalse();
    assertThat(read(damaged).isRepairedBy(read(damaged))).isFalse();
    assertThat(read(damaged).isRepairedBy(read(learnt))).isTrue();
    assertThat(read(without).isRepairedBy(read(without))).isTrue();
  }

  private static void damageLastVote(Path directory) throws IOException {
    List<ScannedRecord> votes = new ArrayList<>();
    JournalScan.read(
        FileDisk.readOnly(directory.resolve("journal")),
        record -> {
          if (record.type() == RecordType.VOTED) {
            votes.add(record);
          }
        });
    ScannedRecord last = votes.get(votes.size() - 1);
    try (FileChannel file = FileChannel.open(Path.of(last.file()), StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(new byte[] {77}), last.offset() + last.bytes() - Long.BYTES);
    }
  }

  @Test
  void one_that_was_about_to_join_is_no_member() throws Exception {
    assertThat(read(stopped(0, MemberStatus.RECOVERING)).isMember()).isFalse();
  }

  /** They never were one cluster: each has another state behind the same slots. */
  @Test
  void replicas_of_different_origin_are_refused() throws Exception {
    JournalRecord vote = vote(FIRST, 5, 10);
    Path one = stopped(0, origin('a'), MemberStatus.MEMBER, vote);
    Path joined = stopped(1, MemberStatus.MEMBER, vote);
    Path other = stopped(2, origin('b'), MemberStatus.MEMBER, vote);

    assertThat(SurvivingState.read(List.of(joined, one)).survivors()).hasSize(2);
    assertThatThrownBy(() -> SurvivingState.read(List.of(joined, one, other)))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining(
            one + " was restored from backup aaaaaaaaaaaa of all slots before 5, and ")
        .hasMessageContaining(other + " from backup bbbbbbbbbbbb of all slots before 5: ");
  }

  private static Origin origin(char digit) {
    return new Origin(5, String.valueOf(digit).repeat(Origin.DIGEST_DIGITS));
  }

  /** Far behind anything that is known: costs no memory for the slots between. */
  @Test
  void a_vote_far_away_is_of_no_use() throws Exception {
    Path far = stopped(0, MemberStatus.MEMBER, vote(FIRST, 1L << 40, 10));
    SurvivingState state = SurvivingState.read(List.of(far));
    assertThat(state.log().end()).isZero();
    assertThat(state.log().unused()).isEqualTo(1);
  }
}
