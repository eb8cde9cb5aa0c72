package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.membership.Membership;
import io.synod.core.message.MemberStatus;
import io.synod.core.settings.DirectIo;
import io.synod.core.settings.SyncMethod;
import io.synod.replica.LogLines;
import io.synod.replica.config.StorageConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ProtocolEventLogTest {
  @AutoClose private final LogLines lines = LogLines.silent("io.synod.replica");

  private final ProtocolEventLog log = new ProtocolEventLog(2, storage(Long.MAX_VALUE, 0));

  private static StorageConfig storage(long maxBytes, long reserveBytes) {
    return new StorageConfig(
        Path.of("data"), maxBytes, reserveBytes, 1, 1, DirectIo.AUTO, SyncMethod.AUTO);
  }

  private List<String> linesFromInfo() {
    return lines.events().stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.INFO))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Test
  void a_full_disk_names_only_the_setting_that_holds() {
    for (StorageConfig storage :
        List.of(storage(Long.MAX_VALUE, 0), storage(Long.MAX_VALUE, 5), storage(9, 5))) {
      new ProtocolEventLog(2, storage).accept(new ProtocolEvent.StorageFull(true));
    }
    String full = "replica 2: stopped voting: the disk has no space for the journal; free some";
    assertThat(linesFromInfo())
        .containsExactly(
            full + "; it resumes by itself",
            full + ", or lower storage.reserve, which keeps 5 bytes free; it resumes by itself",
            full + ", or raise storage.max-bytes; it resumes by itself");
  }

  @Test
  void a_recovery_is_one_line_with_the_incarnation_that_counts() {
    log.accept(new ProtocolEvent.Joining(MemberStatus.RECOVERING, new Incarnation(0, 7)));
    log.accept(new ProtocolEvent.Joining(MemberStatus.RECOVERING, new Incarnation(3, 7)));
    assertThat(linesFromInfo())
        .containsExactly(
            "replica 2 is recovering as incarnation 3; it rejoins the cluster once the other"
                + " replicas have answered");
  }

  @Test
  void one_that_cannot_recover_says_when_it_stops_and_what_helps_before() {
    log.accept(new ProtocolEvent.DurableStateLost(1, new Incarnation(1, 7)));
    log.accept(new ProtocolEvent.TooManyLost(60_000_000_000L));
    assertThat(linesFromInfo())
        .containsExactly(
            "replica 2: replica 1 reports that this replica was a member before (incarnation 1),"
                + " and its directory has no record of it; it recovers by itself from the other"
                + " members if enough of them have their durable state",
            "replica 2: cannot recover now, because too few other members have their durable"
                + " state; start those that have it; this replica stops in 60000 ms"
                + " (storage.repair-timeout) if they stay too few");
    assertThat(lines.events().get(1).getLevel()).isEqualTo(Level.ERROR);
  }

  @Test
  void one_that_waits_in_vain_for_decisions_says_what_helps() {
    log.accept(new ProtocolEvent.LacksDecisions(2, 70, 60_000_000_000L));
    assertThat(linesFromInfo())
        .containsExactly(
            "replica 2: has been a member of membership 2, and has lost the decisions from slot 70 on"
                + " that lead to it; no replica has sent them for 60000 ms (storage.repair-timeout),"
                + " so it neither votes nor leads; start the present members, and name them in its file."
                + " If they all wait like this one, these decisions are lost: keep every directory that"
                + " is left, of replicas, learners and backups; 'synod force-quorum' makes a new cluster"
                + " of what they know");
    assertThat(lines.events().get(0).getLevel()).isEqualTo(Level.ERROR);
  }

  @Test
  void a_change_of_members_is_one_line_at_the_leader_and_one_where_it_is_entered() {
    Membership next = Membership.of(Quorums.majority(3), 8);
    log.accept(new ProtocolEvent.ChangingMembership(new View(1, 2), next));
    log.accept(new ProtocolEvent.EnteredMembership(next, "recovering"));
    log.accept(new ProtocolEvent.EnteredMembership(next, "standby"));
    assertThat(linesFromInfo())
        .containsExactly(
            "replica 2: proposes membership 0 with the members 0, 1, 2",
            "replica 2: entered membership 0 as a recovering replica: the members {0,1,2} decide the"
                + " slots from 0 on",
            "replica 2: entered membership 0 as a standby: the members {0,1,2} decide the slots from"
                + " 0 on");
  }

  @Test
  void a_busy_collector_is_a_warning_that_says_what_to_do() {
    log.accept(new ProtocolEvent.CollectorBusy(true));
    log.accept(new ProtocolEvent.CollectorBusy(false));
    assertThat(linesFromInfo()).hasSize(2);
    assertThat(lines.events().get(0).getLevel()).isEqualTo(Level.WARN);
    assertThat(linesFromInfo().get(0)).contains("garbage collector", "-Xmx");
  }

  @Test
  void a_snapshot_that_is_fetched_again_and_again_for_the_same_slot_is_one_line() {
    for (int attempt = 0; attempt < 10; attempt++) {
      log.accept(new ProtocolEvent.FetchingSnapshot(7, attempt % 2));
    }
    log.accept(new ProtocolEvent.FetchingSnapshot(9, 1));
    String line =
        "replica 2: slot %d is in no log any more, or has no space here while the service has halted;"
            + " fetches a snapshot from replica %d";
    assertThat(linesFromInfo()).containsExactly(line.formatted(7, 0), line.formatted(9, 1));
  }

  @Test
  void the_first_start_is_one_line() {
    log.accept(new ProtocolEvent.Joining(MemberStatus.NEW, new Incarnation(0, 7)));
    assertThat(linesFromInfo())
        .containsExactly(
            "replica 2 starts for the first time; it joins the cluster once the other replicas"
                + " have answered");
  }

  @Test
  void another_state_is_an_error_with_the_slots() {
    log.accept(new ProtocolEvent.StateDiffers(1, 1024, 2047));
    assertThat(lines.events()).hasSize(1);
    assertThat(lines.events().get(0).getLevel()).isEqualTo(Level.ERROR);
    assertThat(linesFromInfo().get(0))
        .startsWith(
            "replica 2: the state of replica 1 differs from this replica's; they parted in the"
                + " slots 1024 to 2047. ");
  }
}
