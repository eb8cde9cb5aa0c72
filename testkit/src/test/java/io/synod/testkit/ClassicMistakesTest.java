package io.synod.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.service.ExecutionContext;
import io.synod.service.Lifecycle;
import io.synod.service.Role;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import io.synod.service.Snapshot;
import io.synod.testkit.service.ServiceFactory;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Each classic mistake in a service is found, and the message says what it is. */
class ClassicMistakesTest {

  static ServiceSimulation simulation(ServiceFactory factory) {
    return ServiceSimulation.of(factory)
        .requests(Ledger.REQUESTS)
        .queries(Ledger.QUERIES)
        .histories(100)
        .clusters(0);
  }

  static void finds(ServiceFactory factory, String... texts) {
    var thrown = assertThatThrownBy(() -> simulation(factory).run());
    thrown.isInstanceOf(ServiceFault.class);
    for (String text : texts) {
      thrown.hasMessageContaining(text);
    }
  }

  @Test
  void a_service_without_a_mistake_passes() {
    SimulationReport report = simulation(Ledger::new).model(Ledger.Model::new).histories(300).run();
    assertThat(report.histories()).isEqualTo(300);
    assertThat(report.steps()).isGreaterThan(300);
    assertThat(report.notes()).isEmpty();
  }

  /** An account type whose hash code is that of an object. */
  private static final class Key {
    private final String name;

    private Key(String name) {
      this.name = name;
    }
  }

  private enum Kind {
    A,
    B,
    C,
    D,
    E,
    F
  }

  /** Answers with the first account of a set whose order is that of object hash codes. */
  private static final class HashOrder extends Ledger {
    private final Map<String, Key> keys = new HashMap<>();
    private final Set<Key> active = new HashSet<>();

    @Override
    byte[] deposit(String account, long amount) throws ServiceException {
      super.deposit(account, amount);
      active.add(keys.computeIfAbsent(account, Key::new));
      return active.iterator().next().name.getBytes(UTF_8);
    }
  }

  @Test
  void the_order_of_a_hash_set_of_objects() {
    finds(HashOrder::new, "differs from the original", "Object.hashCode");
  }

  /** The hash code of an enum constant differs in each process. */
  private static final class EnumOrder extends Ledger {
    private final Set<Kind> active = new HashSet<>();

    @Override
    byte[] deposit(String account, long amount) throws ServiceException {
      super.deposit(account, amount);
      active.add(Kind.valueOf(account.toUpperCase(Locale.ROOT)));
      return active.toString().getBytes(UTF_8);
    }
  }

  @Test
  void the_order_of_a_hash_set_of_enums() {
    finds(EnumOrder::new, "another class loader", "Object.hashCode");
  }

  /** The order of a HashMap of strings depends on how large it once was. */
  private static final class HashMapInSnapshot extends Ledger {
    private final Map<String, Long> hashed = new HashMap<>();

    @Override
    byte[] deposit(String account, long amount) throws ServiceException {
      // Names whose hash codes collide: their order is that in which they came.
      hashed.put(account.equals("a") ? "Aa" : "BB", amount);
      super.deposit(account, amount);
      return hashed.keySet().toString().getBytes(UTF_8);
    }

    @Override
    public Snapshot snapshot() {
      Snapshot rest = super.snapshot();
      TreeMap<String, Long> sorted = new TreeMap<>(hashed);
      return out -> {
        out.write(sorted.size());
        for (String name : sorted.keySet()) {
          out.write(name.getBytes(UTF_8));
        }
        rest.writeTo(out);
      };
    }

    @Override
    public void restore(InputStream in) throws IOException {
      hashed.clear();
      int count = in.read();
      for (int index = 0; index < count; index++) {
        hashed.put(new String(in.readNBytes(2), UTF_8), 0L);
      }
      super.restore(in);
    }
  }

  @Test
  void the_order_of_a_hash_map_after_a_restore() {
    finds(HashMapInSnapshot::new, "restored a snapshot", "the history of a HashMap");
  }

  private static final class Clock extends Ledger {
    @Override
    byte[] deposit(String account, long amount) throws ServiceException {
      return super.deposit(account, amount + now() % 2);
    }

    private static long now() {
      return System.currentTimeMillis();
    }
  }

  @Test
  void the_clock() {
    finds(
        Clock::new,
        "java.lang.System.currentTimeMillis reads this replica's clock",
        "$Clock.now(ClassicMistakesTest.java:",
        "$Clock.deposit(ClassicMistakesTest.java:");
  }

  private static final class StaticCounter extends Ledger {
    private static long all;

    @Override
    byte[] deposit(String account, long amount) throws ServiceException {
      all++;
      super.deposit(account, amount);
      return answer(all);
    }
  }

  @Test
  void a_static_counter() {
    finds(StaticCounter::new, "a second instance differs", "static fields");
  }

  private static final class KeepsBuffer extends Ledger {
    private ByteBuffer last = ByteBuffer.allocate(0);

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
      byte[] before = new byte[last.remaining()];
      last.get(last.position(), before);
      last = request.duplicate();
      super.execute(request, context);
      return before;
    }
  }

  @Test
  void a_kept_request_buffer() {
    finds(KeepsBuffer::new, "overwritten after each call", "Copy the bytes");
  }

  private static final class LazySnapshot extends Ledger {
    @Override
    public Snapshot snapshot() {
      return out -> super.snapshot().writeTo(out);
    }
  }

  @Test
  void a_snapshot_of_live_state() {
    finds(
        LazySnapshot::new,
        "written later, on another thread, differs from one that is written at once");
  }

  private static final class ParallelSum extends Ledger {
    @Override
    byte[] answer(long balance) {
      double sum = balances.values().parallelStream().mapToDouble(value -> value / 3.0).sum();
      return Double.toString(sum + balance).getBytes(UTF_8);
    }
  }

  @Test
  void a_sum_in_the_order_of_threads() {
    finds(ParallelSum::new, "parallelStream uses other threads", "$ParallelSum.answer");
  }

  private static final class ForgottenField extends Ledger {
    @Override
    public void restore(InputStream in) throws IOException {
      super.restore(in);
      deposits = 0;
    }
  }

  @Test
  void a_restore_that_forgets_a_field() {
    finds(ForgottenField::new, "restored a snapshot differs", "leaves out");
  }

  /** Keeps its counter for each thread. A starting replica restores on another one. */
  private static final class LocalCounter extends Ledger {
    private final ThreadLocal<Long> count = ThreadLocal.withInitial(() -> 0L);

    @Override
    byte[] deposit(String account, long amount) throws ServiceException {
      super.deposit(account, amount);
      count.set(count.get() + 1);
      return answer(count.get());
    }

    @Override
    public Snapshot snapshot() {
      Snapshot rest = super.snapshot();
      long captured = count.get();
      return out -> {
        new DataOutputStream(out).writeLong(captured);
        rest.writeTo(out);
      };
    }

    @Override
    public void restore(InputStream in) throws IOException {
      count.set(new DataInputStream(in).readLong());
      super.restore(in);
    }
  }

  /** A state that the service thread alone sees, and a snapshot that another one writes. */
  private static final class LocalNote extends Ledger {
    private final ThreadLocal<Long> note = ThreadLocal.withInitial(() -> 0L);

    @Override
    byte[] deposit(String account, long amount) throws ServiceException {
      note.set(7L);
      return super.deposit(account, amount);
    }

    @Override
    public Snapshot snapshot() {
      Snapshot rest = super.snapshot();
      return out -> {
        new DataOutputStream(out).writeLong(note.get());
        rest.writeTo(out);
      };
    }

    @Override
    public void restore(InputStream in) throws IOException {
      note.set(new DataInputStream(in).readLong());
      super.restore(in);
    }
  }

  @Test
  void state_of_one_thread() {
    finds(LocalCounter::new, "restored a snapshot differs", "for a ThreadLocal");
    finds(LocalNote::new, "on another thread, differs", "or a ThreadLocal");
  }

  /** An array of each thread that holds nothing between two calls. */
  private static final class LocalScratch extends Ledger {
    private static final ThreadLocal<byte[]> SCRATCH = ThreadLocal.withInitial(() -> new byte[8]);

    @Override
    byte[] answer(long balance) {
      ByteBuffer.wrap(SCRATCH.get()).putLong(balance);
      return SCRATCH.get().clone();
    }
  }

  @Test
  void a_scratch_array_of_each_thread_passes() {
    assertThat(simulation(LocalScratch::new).run().histories()).isEqualTo(100);
  }

  private static final class AddingRestore extends Ledger {
    @Override
    public void restore(InputStream in) throws IOException {
      Map<String, Long> before = Map.copyOf(balances);
      super.restore(in);
      before.forEach(balances::putIfAbsent);
    }
  }

  @Test
  void a_restore_that_clears_nothing() {
    finds(AddingRestore::new, "restored a snapshot differs", "an instance with other state");
  }

  /** A large snapshot does not come with one read. */
  private static final class OneRead extends Ledger {
    @Override
    public void restore(InputStream in) throws IOException {
      byte[] all = new byte[1 << 16];
      int length = in.read(all);
      super.restore(new ByteArrayInputStream(all, 0, length));
    }
  }

  @Test
  void a_restore_that_reads_once() {
    finds(OneRead::new, "the service stops its replica", "use readFully or readNBytes");
  }

  /** Begins to count anew with each snapshot. */
  private static final class DrainingSnapshot extends Ledger {
    @Override
    public Snapshot snapshot() {
      Snapshot captured = super.snapshot();
      deposits = 0;
      return captured;
    }
  }

  @Test
  void a_snapshot_that_changes_the_state() {
    finds(DrainingSnapshot::new, "two snapshots of the same state differ", "must not change");
  }

  /** Gives its map to a snapshot, and makes another one at the next change. */
  private static final class ClearingRestore extends Ledger {
    private TreeMap<String, Long> last = new TreeMap<>();
    private boolean isShared;

    @Override
    byte[] deposit(String account, long amount) throws ServiceException {
      last = isShared ? new TreeMap<>(last) : last;
      isShared = false;
      last.put(account, amount);
      return super.deposit(account, amount);
    }

    @Override
    public Snapshot snapshot() {
      Snapshot accounts = super.snapshot();
      TreeMap<String, Long> captured = last;
      isShared = true;
      return out -> {
        DataOutputStream data = new DataOutputStream(out);
        data.writeInt(captured.size());
        for (Map.Entry<String, Long> one : captured.entrySet()) {
          data.writeUTF(one.getKey());
          data.writeLong(one.getValue());
        }
        accounts.writeTo(out);
      };
    }

    @Override
    public void restore(InputStream in) throws IOException {
      last.clear();
      DataInputStream data = new DataInputStream(in);
      int count = data.readInt();
      for (int index = 0; index < count; index++) {
        last.put(data.readUTF(), data.readLong());
      }
      super.restore(in);
    }
  }

  @Test
  void a_restore_that_changes_a_captured_snapshot() {
    finds(ClearingRestore::new, "written after restore() differs", "do not clear it");
  }

  private static final class RefusingTimer extends Ledger {
    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
      byte[] answer = super.execute(request, context);
      context.schedule(1, context.leaderTimeMillis() + 1);
      return answer;
    }

    @Override
    public void onTimer(long id, ExecutionContext context) throws ServiceException {
      throw new ServiceException("on purpose");
    }
  }

  private static final class RefusingSession extends Ledger {
    @Override
    public void onSessionOpened(long session, ByteBuffer name, ExecutionContext context)
        throws ServiceException {
      throw new ServiceException("on purpose");
    }
  }

  private static final class RefusingEnd extends Ledger {
    @Override
    public void onSessionClosed(long session, SessionEnd end, ExecutionContext context)
        throws ServiceException {
      throw new ServiceException("on purpose");
    }
  }

  @Test
  void a_refusal_that_nobody_receives() {
    finds(RefusingTimer::new, "timer 1 runs: the service threw", "counts as a mistake");
    finds(RefusingSession::new, "opens: the service threw", "counts as a mistake");
    finds(RefusingEnd::new, "ends, ", "counts as a mistake");
  }

  private static final class CachingQuery extends Ledger {
    @Override
    public byte[] query(ByteBuffer request) throws ServiceException {
      balances.putIfAbsent(UTF_8.decode(request).toString(), 0L);
      return answer(0);
    }
  }

  @Test
  void a_query_that_caches() {
    finds(CachingQuery::new, "answered the queries differs", "must not change the state");
  }

  private static final class ReusedAnswer extends Ledger {
    private final byte[] reused = new byte[8];

    @Override
    byte[] answer(long balance) {
      ByteBuffer.wrap(reused).putLong(balance);
      return reused;
    }
  }

  @Test
  void an_answer_in_an_array_used_again() {
    finds(ReusedAnswer::new, "has changed an answer", "use a new array");
  }

  private static final class HalfAChange extends Ledger {
    @Override
    byte[] transfer(String from, String to, long amount) throws ServiceException {
      balances.merge(from, -amount, Long::sum);
      if (balance(from) < 0) {
        throw new ServiceException(from + " has too little");
      }
      return answer(balances.merge(to, amount, Long::sum));
    }
  }

  @Test
  void an_exception_after_half_a_change() {
    finds(HalfAChange::new, "was refused", "changed the state", "check first, then change");
  }

  @Test
  void half_a_change_may_be_intended() {
    assertThat(simulation(HalfAChange::new).refusalsMayChangeState().run().histories())
        .isEqualTo(100);
  }

  private static final class Failing extends Ledger {
    @Override
    byte[] deposit(String account, long amount) throws ServiceException {
      return super.deposit(account.substring(deposits > 3 ? 2 : 0), amount);
    }
  }

  @Test
  void an_unexpected_exception() {
    finds(Failing::new, "the service threw java.lang.StringIndexOutOfBoundsException");
  }

  private static final class WrongAnswer extends Ledger {
    @Override
    byte[] transfer(String from, String to, long amount) throws ServiceException {
      return super.transfer(from, to, amount == 77 ? 78 : amount);
    }
  }

  @Test
  void an_answer_that_the_model_does_not_give() {
    assertThatThrownBy(
            () -> simulation(WrongAnswer::new).model(Ledger.Model::new).histories(300).run())
        .isInstanceOf(ServiceFault.class)
        .hasMessageContaining("but the model")
        .hasMessageContaining("replay: mvn test -Dsynod.simulation.seed=");
  }

  /** A process restores what is on its disk before it calls this. */
  private static final class EmptyAtStart extends Ledger implements Lifecycle {
    @Override
    public void onStart() {
      balances.clear();
    }
  }

  @Test
  void a_start_that_empties_the_state() {
    finds(EmptyAtStart::new, "restored a snapshot", "onStart clears");
  }

  private static final class RoleInState extends Ledger implements Lifecycle {
    private Role role;

    @Override
    public void onRole(Role now) {
      role = now;
    }

    @Override
    byte[] answer(long balance) {
      return (balance + " says the " + role).getBytes(UTF_8);
    }
  }

  @Test
  void state_that_depends_on_the_role() {
    finds(RoleInState::new, "never the leader", "must not depend on the role");
  }
}
