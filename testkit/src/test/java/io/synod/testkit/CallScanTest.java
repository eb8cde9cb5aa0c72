package io.synod.testkit;

import static io.synod.testkit.ClassicMistakesTest.finds;
import static io.synod.testkit.ClassicMistakesTest.simulation;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.service.Lifecycle;
import io.synod.service.Role;
import io.synod.service.ServiceException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** What a constructor makes and a request calls is found, and nothing else that it makes. */
class CallScanTest {

  private static final class ClockField extends Ledger {
    private final Clock clock = Clock.systemUTC();

    @Override
    byte[] deposit(String account, long amount) throws ServiceException {
      return super.deposit(account, amount + clock.millis() % 2);
    }
  }

  private static final class ClockReference extends Ledger {
    private final LongSupplier now = System::currentTimeMillis;

    @Override
    byte[] deposit(String account, long amount) throws ServiceException {
      return super.deposit(account, amount + now.getAsLong() % 2);
    }
  }

  private static final class ClockLambda extends Ledger {
    private final Function<String, Long> opened = account -> System.nanoTime();
    private final Map<String, Long> openedAt = new TreeMap<>();

    @Override
    byte[] deposit(String account, long amount) throws ServiceException {
      openedAt.computeIfAbsent(account, opened);
      return super.deposit(account, amount);
    }
  }

  private interface TimeSource {
    long now();
  }

  private static final class MachineTime implements TimeSource {
    @Override
    public long now() {
      return System.currentTimeMillis();
    }
  }

  private static final class ClockClass extends Ledger {
    private final TimeSource time = new MachineTime();

    @Override
    byte[] deposit(String account, long amount) throws ServiceException {
      return super.deposit(account, amount + time.now() % 2);
    }
  }

  @Test
  void a_clock_in_a_field() {
    finds(
        ClockField::new,
        "java.time.Clock.systemUTC reads this replica's clock",
        "$ClockField.<init>(CallScanTest.java:");
    finds(ClockReference::new, "java.lang.System.currentTimeMillis reads this replica's clock");
    finds(
        ClockLambda::new,
        "java.lang.System.nanoTime reads this replica's clock",
        "$ClockLambda.<init>(CallScanTest.java:");
    finds(
        ClockClass::new,
        "java.lang.System.currentTimeMillis reads this replica's clock",
        "$MachineTime.now(CallScanTest.java:",
        "$ClockClass.deposit(CallScanTest.java:");
  }

  private static final class Begun {
    private final long nanos = System.nanoTime();
  }

  private static final class Note {}

  /** What it makes in its constructor is for other threads and for its role. */
  private static final class ConstructorWork extends Ledger implements Lifecycle {
    private final TimeSource time = new MachineTime();
    private final LongSupplier nanos = System::nanoTime;
    private final TimeSource micros = () -> System.nanoTime() / 1000;
    private final Begun begun = new Begun();
    private final Clock wall = Clock.systemUTC();
    private final Map<String, Note> notes = new TreeMap<>();
    private final long started = System.currentTimeMillis();
    private Thread reporter = new Thread(() -> System.out.println(time.now() - started));
    private long leaderSince;

    @Override
    byte[] deposit(String account, long amount) throws ServiceException {
      notes.put(account, new Note());
      return super.deposit(account, amount);
    }

    @Override
    public void onRole(Role now) {
      leaderSince = nanos.getAsLong() + micros.now() + begun.nanos + wall.millis();
    }

    @Override
    public void onStop() {
      reporter = leaderSince == 0 ? null : reporter;
    }
  }

  /** Its clock is that of the leader. */
  private static final class LeaderClock extends Ledger {
    private final Clock begun = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

    @Override
    byte[] deposit(String account, long amount) throws ServiceException {
      return super.deposit(account, amount + begun.millis());
    }
  }

  @Test
  void a_clock_that_is_not_of_the_machine_may_be_read() {
    assertThat(simulation(LeaderClock::new).histories(5).run().histories()).isEqualTo(5);
  }

  @Test
  void a_constructor_may_call_what_a_request_may_not() {
    assertThat(simulation(ConstructorWork::new).histories(5).run().histories()).isEqualTo(5);
  }
}
