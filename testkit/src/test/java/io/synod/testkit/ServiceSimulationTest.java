package io.synod.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.service.ExecutionContext;
import io.synod.service.Lifecycle;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import io.synod.service.Snapshot;
import io.synod.testkit.service.SequentialModel;
import io.synod.testkit.service.ServiceFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clusters that run a service under test, and what the simulation says to its user. */
class ServiceSimulationTest {
  private static final Ledger SHARED = new Ledger();

  private static ServiceSimulation simulation(ServiceFactory factory) {
    return ServiceSimulation.of(factory).requests(Ledger.REQUESTS).queries(Ledger.QUERIES);
  }

  @Test
  void a_service_without_a_mistake_survives_all_faults() {
    SimulationReport report =
        simulation(Ledger::new).model(Ledger.Model::new).histories(0).clusters(15).run();
    assertThat(report.clusters()).isEqualTo(15);
    assertThat(report.requests()).isGreaterThan(500);
    assertThat(report.faults()).isGreaterThan(100);
  }

  /** Counts timers and sessions; sends events. */
  private static final class TimersAndSessions extends Ledger implements SequentialModel {
    private long opened;
    private long open;
    private long ran;

    @Override
    public void onSessionOpened(long session, ByteBuffer name, ExecutionContext context) {
      opened += 1 + name.remaining();
      name.position(name.limit());
      open++;
    }

    @Override
    public void onSessionClosed(long session, SessionEnd end, ExecutionContext context) {
      open--;
    }

    @Override
    public void onTimer(long id, ExecutionContext context) {
      ran++;
      if (ran % 3 > 0) {
        context.schedule(id, context.leaderTimeMillis() + 50);
      }
    }

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
      byte[] answer = super.execute(request, context);
      context.schedule(deposits % 5, context.leaderTimeMillis() + 20);
      context.publish(context.session(), answer);
      return (new String(answer, UTF_8) + ran + ", " + open + " of " + opened).getBytes(UTF_8);
    }

    @Override
    public byte[] query(ByteBuffer request) throws ServiceException {
      return super.query(request);
    }

    @Override
    public Snapshot snapshot() {
      Snapshot accounts = super.snapshot();
      byte[] counts = ByteBuffer.allocate(24).putLong(opened).putLong(open).putLong(ran).array();
      return out -> {
        out.write(counts);
        accounts.writeTo(out);
      };
    }

    @Override
    public void restore(InputStream in) throws IOException {
      ByteBuffer counts = ByteBuffer.wrap(in.readNBytes(24));
      opened = counts.getLong();
      open = counts.getLong();
      ran = counts.getLong();
      super.restore(in);
    }
  }

  @Test
  void a_model_follows_timers_and_sessions_and_its_own_have_no_effect() {
    simulation(TimersAndSessions::new)
        .model(TimersAndSessions::new)
        .histories(50)
        .clusters(0)
        .run();
    SimulationReport report =
        simulation(TimersAndSessions::new)
            .model(TimersAndSessions::new)
            .histories(0)
            .clusters(5)
            .run();
    assertThat(report.clusters()).isEqualTo(5);
  }

  @Test
  void a_mistake_of_the_model_is_not_one_of_the_service() {
    SequentialModel silent = (request, context) -> null;
    SequentialModel failing =
        (request, context) -> {
          throw new IllegalStateException("on purpose");
        };
    for (int histories = 0; histories < 2; histories++) {
      ServiceSimulation answers = simulation(Ledger::new).histories(histories).clusters(1);
      assertThatThrownBy(() -> answers.model(() -> silent).run())
          .hasMessageContaining("the model answered a request with null");
      assertThatThrownBy(() -> answers.model(() -> failing).run())
          .hasMessageContaining("the model threw java.lang.IllegalStateException: on purpose")
          .hasMessageNotContaining("the service threw");
    }
  }

  /** Its snapshot is written under the lock that requests take. */
  private static final class LockedSnapshot extends Ledger {
    @Override
    public synchronized byte[] execute(ByteBuffer request, ExecutionContext context)
        throws ServiceException {
      return super.execute(request, context);
    }

    @Override
    public Snapshot snapshot() {
      Snapshot state = super.snapshot();
      return out -> {
        synchronized (this) {
          out.write(new byte[256 << 10]);
          state.writeTo(out);
        }
      };
    }

    @Override
    public void restore(InputStream in) throws IOException {
      in.readNBytes(256 << 10);
      super.restore(in);
    }
  }

  @Test
  @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void a_snapshot_may_be_written_under_a_lock() {
    assertThat(simulation(LockedSnapshot::new).histories(0).clusters(3).run().clusters())
        .isEqualTo(3);
  }

  /** Counts what holds threads or memory. */
  private static final class Counted extends Ledger implements Lifecycle {
    private static int started;
    private static int stopped;
    private static int captured;
    private static int closed;
    private final boolean fails;

    private Counted(boolean fails) {
      this.fails = fails;
    }

    @Override
    public void onStart() {
      started++;
    }

    @Override
    public void onStop() {
      stopped++;
    }

    @Override
    byte[] deposit(String account, long amount) throws ServiceException {
      if (fails && deposits == 10) {
        throw new IllegalStateException("on purpose");
      }
      return super.deposit(account, amount);
    }

    @Override
    public Snapshot snapshot() {
      captured++;
      Snapshot state = super.snapshot();
      return new Snapshot() {
        @Override
        public void writeTo(OutputStream out) throws IOException {
          state.writeTo(out);
        }

        @Override
        public void close() {
          closed++;
        }
      };
    }
  }

  @Test
  void every_service_is_stopped_and_every_snapshot_closed() {
    Object unknown = new Object();
    ServiceFactory right = () -> new Counted(unknown == null);
    ServiceFactory wrong = () -> new Counted(unknown != null);
    simulation(right).histories(20).clusters(0).run();
    simulation(right).histories(0).clusters(2).run();
    assertThatThrownBy(() -> simulation(wrong).run()).isInstanceOf(ServiceFault.class);
    assertThat(Counted.started).isGreaterThan(100);
    assertThat(Counted.stopped).isEqualTo(Counted.started);
    assertThat(Counted.captured).isEqualTo(Counted.closed);
  }

  /** Only a long history shows it. */
  private static final class WrongAfterSeventy extends Ledger {
    private static long all;

    @Override
    byte[] deposit(String account, long amount) throws ServiceException {
      super.deposit(account, amount);
      return answer(deposits > 70 ? all++ : amount);
    }
  }

  @Test
  void a_mistake_that_only_a_cluster_shows_is_shown_by_a_short_history() {
    assertThatThrownBy(() -> simulation(WrongAfterSeventy::new).clusters(15).run())
        .isInstanceOf(ServiceFault.class)
        .hasMessageContaining("a second instance differs")
        // 71 on a machine that has the time; ShortestHistoryTest has the search.
        .hasMessageMatching("(?s).*The shortest history found, \\d+ steps.*")
        .hasMessageContaining("replay: mvn test -Dsynod.simulation.seed=");
  }

  /** Each client of a history has a name; a stranger in a cluster may have none. */
  private static final class UnnamedSessions extends Ledger {
    private static long all;
    private long unnamed;

    @Override
    public void onSessionOpened(long session, ByteBuffer name, ExecutionContext context) {
      if (!name.hasRemaining()) {
        unnamed = ++all;
      }
    }

    @Override
    byte[] answer(long balance) {
      return (balance + " " + unnamed).getBytes(UTF_8);
    }
  }

  @Test
  void a_mistake_that_no_history_shows_is_shown_by_the_cluster_and_by_a_replay_of_its_seed() {
    ServiceSimulation simulation =
        simulation(UnnamedSessions::new).histories(20).firstSeed(15).clusters(60);
    String[] fault = new String[1];
    assertThatThrownBy(simulation::run)
        .isInstanceOf(ServiceFault.class)
        .hasMessageContaining("A simulated cluster has failed: a replica answers request '")
        .hasMessageContaining("requests that it executed")
        .satisfies(thrown -> fault[0] = thrown.getMessage());
    String seed = fault[0].substring(fault[0].lastIndexOf('=') + 1);
    System.setProperty(ServiceSimulation.SEED, seed);
    try {
      assertThatThrownBy(simulation::run).hasMessageEndingWith("=" + seed);
    } finally {
      System.clearProperty(ServiceSimulation.SEED);
    }
  }

  @Test
  void a_simulation_needs_requests() {
    assertThatThrownBy(() -> ServiceSimulation.of(Ledger::new).run())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("call requests(...) first");
  }

  @Test
  void a_factory_makes_a_new_service_at_each_call() {
    assertThatThrownBy(() -> simulation(() -> null).run())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("the factory made no service: it returned null");
    assertThatThrownBy(() -> simulation(() -> SHARED).run())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("the factory returned the same service twice");
    assertThatThrownBy(() -> ServiceSimulation.of(null)).hasMessage("factory");
    assertThatThrownBy(() -> simulation(Ledger::new).allow(null)).hasMessage("call");
  }

  @Test
  void a_supplier_of_models_makes_one() {
    assertThatThrownBy(() -> simulation(Ledger::new).model(() -> null).run())
        .hasMessage("the supplier of models has made none");
  }

  @Test
  void a_request_may_not_be_too_long() {
    assertThatThrownBy(
            () -> ServiceSimulation.of(Ledger::new).requests(random -> new byte[5000]).run())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("5000 bytes; 4096 are the most");
    assertThatThrownBy(() -> simulation(Ledger::new).queries(random -> new byte[4097]).run())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("4097 bytes; 4096 are the most");
  }

  @Test
  void a_replay_runs_its_seed_alone() {
    System.setProperty(ServiceSimulation.SEED, "1");
    try {
      SimulationReport report = simulation(Ledger::new).run();
      assertThat(report.histories()).isEqualTo(1);
      assertThat(report.clusters()).isEqualTo(1);
    } finally {
      System.clearProperty(ServiceSimulation.SEED);
    }
  }

  @Test
  void a_replay_of_no_number_is_refused() {
    System.setProperty(ServiceSimulation.SEED, "seventeen");
    try {
      assertThatThrownBy(() -> simulation(Ledger::new).histories(1).run())
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "-Dsynod.simulation.seed=seventeen names no seed: it takes a number, such as 17");
    } finally {
      System.clearProperty(ServiceSimulation.SEED);
    }
  }

  /** Calls its context before it may refuse a request, to no effect. */
  private static final class CallsFirst extends Ledger {
    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
      context.cancel(1);
      context.publish(1, new byte[1]);
      return super.execute(request, context);
    }
  }

  @Test
  void a_refusal_behind_calls_without_an_effect_is_no_mistake() {
    assertThat(simulation(CallsFirst::new).histories(20).clusters(0).run().histories())
        .isEqualTo(20);
  }

  @Test
  void any_number_may_be_the_first_seed() {
    ServiceSimulation simulation = simulation(Ledger::new).firstSeed(Long.MAX_VALUE);
    assertThat(simulation.histories(2).clusters(1).run().steps()).isPositive();
  }

  @Test
  void a_factory_may_capture_anything() {
    Object unknown = new Object();
    SimulationReport report =
        simulation(
                () -> {
                  assertThat(unknown).isNotNull();
                  return new Ledger();
                })
            .histories(5)
            .clusters(0)
            .run();
    assertThat(report.notes()).hasSize(1);
    assertThat(report.notes().get(0)).contains("no instance under another class loader");
  }

  @Test
  void a_run_that_checks_nothing_is_refused() {
    ServiceSimulation simulation = simulation(Ledger::new);
    assertThatThrownBy(() -> simulation.histories(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("histories: -1 is less than 0");
    assertThatThrownBy(() -> simulation.clusters(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("clusters: -1 is less than 0");
    assertThatThrownBy(() -> simulation.histories(0).clusters(0).run())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("this run checks nothing");
  }

  @Test
  void a_generator_may_not_draw_null() {
    ServiceSimulation simulation = simulation(Ledger::new).requests(random -> null);
    assertThatThrownBy(simulation::run).hasMessage("a generator has drawn null");
  }

  /** Acts every millisecond from the first request on. */
  private static final class Ticking extends Ledger {
    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
      byte[] answer = super.execute(request, context);
      context.schedule(1, context.leaderTimeMillis() + 1);
      return answer;
    }

    @Override
    public void onTimer(long id, ExecutionContext context) {
      context.schedule(1, context.leaderTimeMillis() + 1);
    }
  }

  @Test
  @Timeout(60)
  void a_timer_of_every_millisecond_does_not_fill_a_pause_of_minutes() {
    assertThat(simulation(Ticking::new).histories(25).clusters(1).run().histories()).isEqualTo(25);
  }
}
