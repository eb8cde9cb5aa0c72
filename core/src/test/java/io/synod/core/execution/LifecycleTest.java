package io.synod.core.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.command.BatchEntry;
import io.synod.core.settings.SessionSettings;
import io.synod.core.testing.Entries;
import io.synod.service.ExecutionContext;
import io.synod.service.Lifecycle;
import io.synod.service.QueryContext;
import io.synod.service.Role;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LifecycleTest {
  private static final SessionSettings SESSIONS = new SessionSettings(1_000, 4, 4);

  private final RecordedReplies replies = new RecordedReplies();

  /** What a service must have, and no more. */
  private static class Least implements Service {
    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
      return new byte[0];
    }

    @Override
    public Snapshot snapshot() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void restore(InputStream in) {}
  }

  private static final class Living extends Least implements Lifecycle {
    private final List<String> calls = new ArrayList<>();

    @Override
    public void onStart() {
      calls.add("start");
    }

    @Override
    public void onRole(Role role) {
      calls.add(role.toString());
      if (role == Role.LEARNER) {
        throw new IllegalStateException("not me");
      }
    }

    @Override
    public void onStop() {
      calls.add("stop");
    }

    @Override
    public byte[] query(ByteBuffer request, QueryContext context) {
      calls.add("query at %d, %d".formatted(context.executed(), context.leaderTimeMillis()));
      return new byte[0];
    }
  }

  @Test
  void a_service_with_a_lifecycle_is_called() {
    Living service = new Living();
    Execution execution = new Execution(service, SESSIONS);
    assertThat(execution.lifecycle().isPresent()).isTrue();
    execution.lifecycle().start();
    execution.lifecycle().role(Role.FOLLOWER);
    execution.lifecycle().role(Role.LEADER);
    execution.lifecycle().stop();
    assertThat(service.calls).containsExactly("start", "FOLLOWER", "LEADER", "stop");
    assertThatThrownBy(() -> execution.lifecycle().role(Role.LEARNER))
        .isInstanceOf(ServiceFailure.class)
        .hasMessage("the service failed when its replica became LEARNER")
        .hasRootCauseMessage("not me");
  }

  @Test
  void one_without_is_not() {
    Execution execution = new Execution(new Least(), SESSIONS);
    assertThat(execution.lifecycle().isPresent()).isFalse();
    execution.lifecycle().start();
    execution.lifecycle().role(Role.LEADER);
    execution.lifecycle().stop();
  }

  @Test
  void a_query_knows_the_state_that_it_sees() {
    Living service = new Living();
    Execution execution = new Execution(service, SESSIONS);
    execution.query(1, ByteBuffer.allocate(0), replies);
    execution.execute(0, new Entries().open(7).close(40), replies);
    execution.query(2, ByteBuffer.allocate(0), replies);
    execution.execute(1, new Entries().entry(7, 1, BatchEntry.asQuery(1), "q").close(50), replies);
    assertThat(service.calls).containsExactly("query at 0, 0", "query at 1, 40", "query at 1, 50");
  }

  @Test
  void a_service_without_queries_refuses_them() {
    Execution execution = new Execution(new Least(), SESSIONS);
    execution.query(1, ByteBuffer.allocate(0), replies);
    assertThat(replies.take()).containsExactly("0/1 SERVICE_ERROR this service answers no queries");
  }
}
