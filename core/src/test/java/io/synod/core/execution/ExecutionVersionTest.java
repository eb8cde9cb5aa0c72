package io.synod.core.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.settings.SessionSettings;
import io.synod.core.testing.Entries;
import io.synod.core.version.ClusterVersion;
import io.synod.service.ExecutionContext;
import io.synod.service.QueryContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Executions of services that know several versions of their behaviour. */
class ExecutionVersionTest {
  private final RecordedReplies replies = new RecordedReplies();
  private final Versioned service = new Versioned(1, 3);
  private final Execution execution = execution(service);
  private long slot;

  /** Writes down with which version it executes. */
  private record Versioned(
      int oldestVersion, int newestVersion, List<String> executed, List<String> followed)
      implements Service {
    Versioned(int oldestVersion, int newestVersion) {
      this(oldestVersion, newestVersion, new ArrayList<>(), new ArrayList<>());
    }

    @Override
    public void onVersion(int version) {
      followed.add(version + " after " + executed.size());
      if (version == 5) {
        throw new IllegalStateException("not yet");
      }
    }

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) {
      executed.add(StandardCharsets.UTF_8.decode(request) + " with " + context.version());
      return new byte[0];
    }

    @Override
    public byte[] query(ByteBuffer request, QueryContext context) {
      executed.add("query with " + context.version());
      return new byte[0];
    }

    @Override
    public Snapshot snapshot() {
      return out -> {};
    }

    @Override
    public void restore(InputStream in) {}
  }

  @Test
  void an_upgrade_holds_from_its_entry_on() {
    run(new Entries().open(7).request(7, 1, "a").upgrade(1, 2).request(7, 2, "b"));
    run(new Entries().request(7, 3, "c"));
    execution.query(1, ByteBuffer.allocate(0), replies);

    assertThat(service.executed)
        .containsExactly("a with 1", "b with 2", "c with 2", "query with 2");
    assertThat(execution.version()).isEqualTo(new ClusterVersion(1, 2));
    assertThat(service.followed).containsExactly("2 after 1");
  }

  @Test
  void a_service_that_fails_to_follow_a_version_stops_the_replica() {
    Execution stops = execution(new Versioned(1, 5));
    assertThatThrownBy(() -> stops.execute(0, new Entries().upgrade(1, 5).close(0), replies))
        .isInstanceOf(ServiceFailure.class)
        .hasMessage("the service failed to follow version 5")
        .hasRootCauseMessage("not yet");
  }

  @Test
  void nothing_goes_back_and_what_is_no_upgrade_changes_nothing() {
    run(new Entries().open(7).upgrade(1, 3).upgrade(1, 2).entry(0, -5, 0, "what?"));
    run(new Entries().request(7, 1, "a"));

    assertThat(service.executed).containsExactly("a with 3");
    assertThat(service.followed).containsExactly("3 after 0");
  }

  @Test
  void at_a_version_of_the_service_that_is_not_known_execution_stops() {
    run(new Entries().open(7).request(7, 1, "a"));

    assertThatThrownBy(() -> run(new Entries().upgrade(1, 4).request(7, 2, "b")))
        .isInstanceOf(UnknownVersion.class)
        .satisfies(reason -> assertThat(reason.getStackTrace()).as("one for an operator").isEmpty())
        .hasMessage(
            "behind slot 1 the cluster uses level 1 and service version 4, and this process knows"
                + " level 1 and service versions 1 to 3: start a build that knows them."
                + " 'synod upgrade' shows what the others run");
    assertThat(execution.executed()).isEqualTo(1);
    assertThat(service.executed).containsExactly("a with 1");
  }

  @Test
  void at_a_level_that_is_not_known_execution_stops() {
    assertThatThrownBy(() -> run(new Entries().upgrade(2, 1)))
        .isInstanceOf(UnknownVersion.class)
        .hasMessageContaining("uses level 2 and service version 1");
  }

  @Test
  void a_service_that_does_not_know_the_first_version_executes_nothing_of_it() {
    Versioned later = new Versioned(2, 3);
    Execution stops = execution(later);
    assertThatThrownBy(() -> stops.execute(0, new Entries().open(7).close(0), replies))
        .isInstanceOf(UnknownVersion.class)
        .hasMessageContaining("the cluster uses level 1 and service version 1");

    Execution goesOn = execution(later);
    goesOn.execute(0, new Entries().upgrade(1, 3).close(0), replies);
    goesOn.execute(1, new Entries().open(7).request(7, 1, "a").close(0), replies);
    assertThat(later.executed).containsExactly("a with 3");
  }

  @Test
  void a_snapshot_keeps_the_version() throws IOException {
    run(new Entries().open(7).upgrade(1, 2));
    byte[] captured = Captured.of(execution);
    Versioned other = new Versioned(2, 2);
    Execution restored = execution(other);
    restored.restore(new ByteArrayInputStream(captured));
    assertThat(other.followed).containsExactly("2 after 0");

    restored.execute(1, new Entries().request(7, 1, "a").close(0), replies);
    assertThat(other.executed).containsExactly("a with 2");
    assertThat(restored.version()).isEqualTo(new ClusterVersion(1, 2));
  }

  @Test
  void a_snapshot_of_a_version_that_is_not_known_is_refused() throws IOException {
    byte[] first = Captured.of(execution);
    run(new Entries().upgrade(1, 2));
    byte[] second = Captured.of(execution);

    assertThatThrownBy(() -> execution(new Versioned(2, 3)).restore(stream(first)))
        .isInstanceOf(UnknownVersion.class)
        .hasMessageContaining("behind slot -1 the cluster uses level 1 and service version 1");
    assertThatThrownBy(() -> execution(new Versioned(1, 1)).restore(stream(second)))
        .isInstanceOf(UnknownVersion.class)
        .hasMessageContaining("behind slot 0 the cluster uses level 1 and service version 2");
  }

  private static InputStream stream(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }

  private static Execution execution(Service service) {
    return new Execution(service, new SessionSettings(100, 4, 2));
  }

  private void run(Entries entries) {
    execution.execute(slot++, entries.close(0), replies);
  }
}
