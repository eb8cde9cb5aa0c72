package io.synod.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.benchmarks.load.Target;
import io.synod.process.Child;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ServersTest {

  @Test
  void replicas_in_an_election_are_asked_for_the_journal_again() throws Exception {
    Map<String, Object> storage = Map.of("journalSyncs", 3, "journalBytes", 4096);
    List<Map<String, Object>> electing =
        List.of(Map.of("role", "follower"), Map.of("role", "candidate"));
    List<Map<String, Object>> led =
        List.of(Map.of("role", "follower"), Map.of("role", "leader", "storage", storage));

    Scripted servers = new Scripted(List.of(electing, electing, led));

    assertThat(JournalUse.ofLeader(servers.ledStatuses())).isEqualTo(new JournalUse(3, 4096));
    assertThat(servers.statuses).isEmpty();
  }

  @Test
  void without_a_status_there_is_no_journal_use() throws Exception {
    Scripted servers = new Scripted(List.of(List.of()));

    assertThat(JournalUse.ofLeader(servers.ledStatuses())).isEqualTo(JournalUse.NONE);
  }

  /** Answers with the given statuses, one call after the other. */
  private static final class Scripted implements Servers {
    final Queue<List<Map<String, Object>>> statuses;

    Scripted(List<List<Map<String, Object>>> statuses) {
      this.statuses = new ArrayDeque<>(statuses);
    }

    @Override
    public List<Map<String, Object>> statuses() {
      return statuses.remove();
    }

    @Override
    public Target target() {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<Child> processes() {
      return List.of();
    }

    @Override
    public void awaitLeader() {}

    @Override
    public Costs costs() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }
}
