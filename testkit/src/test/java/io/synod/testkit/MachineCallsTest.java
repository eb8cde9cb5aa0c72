package io.synod.testkit;

import static io.synod.testkit.ClassicMistakesTest.finds;
import static io.synod.testkit.ClassicMistakesTest.simulation;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import io.synod.testkit.service.ServiceFactory;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.text.SimpleDateFormat;
import java.time.Clock;
import java.time.Year;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Calls whose result another machine or process does not have, by whatever type they are made. */
class MachineCallsTest {

  /** Answers with a text that it makes of a deposit. */
  private abstract static class Texts extends Ledger {
    @Override
    final byte[] deposit(String account, long amount) throws ServiceException {
      super.deposit(account, amount);
      try {
        return text(account, amount).getBytes(UTF_8);
      } catch (IOException | InterruptedException failure) {
        throw new IllegalStateException(failure);
      }
    }

    abstract String text(String account, long amount) throws IOException, InterruptedException;
  }

  private static final class Digits extends Texts {
    @Override
    String text(String account, long amount) {
      return "%s has %,d".formatted(account, amount);
    }
  }

  private static final class StaticFormat extends Texts {
    @Override
    String text(String account, long amount) {
      return String.format("%2$s has %1$.2f", amount / 3.0, account);
    }
  }

  private static final class Refusal extends Texts {
    @Override
    String text(String account, long amount) {
      throw new IllegalArgumentException(String.format("%d is too little", amount));
    }
  }

  private static final class Capitals extends Texts {
    @Override
    String text(String account, long amount) {
      return account.toUpperCase();
    }
  }

  private static final class DayOfDeposit extends Texts {
    @Override
    String text(String account, long amount) {
      return new SimpleDateFormat("yyyy-MM-dd").format(new Date(amount));
    }
  }

  @Test
  void the_locale() {
    finds(
        Digits::new, "java.lang.String.formatted depends on the machine's locale", "$Digits.text");
    finds(StaticFormat::new, "java.lang.String.format depends on the machine's locale");
    finds(Refusal::new, "java.lang.String.format depends on the machine's locale");
    finds(Capitals::new, "java.lang.String.toUpperCase depends on the machine's locale");
    finds(DayOfDeposit::new, "java.text.SimpleDateFormat.<init> depends on the machine's locale");
  }

  private static final class PartOfArray extends Texts {
    @Override
    String text(String account, long amount) {
      byte[] bytes = account.getBytes(UTF_8);
      return new String(bytes, 0, bytes.length);
    }
  }

  private static final class Reader extends Texts {
    @Override
    String text(String account, long amount) throws IOException {
      ByteArrayInputStream in = new ByteArrayInputStream(account.getBytes(UTF_8));
      return new BufferedReader(new InputStreamReader(in)).readLine();
    }
  }

  private static final class Collected extends Texts {
    @Override
    String text(String account, long amount) throws IOException {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(account.getBytes(UTF_8));
      return out.toString();
    }
  }

  @Test
  void the_charset() {
    finds(PartOfArray::new, "java.lang.String.<init> depends on the machine's charset");
    finds(Reader::new, "java.io.InputStreamReader.<init> depends on the machine's charset");
    finds(
        Collected::new, "java.io.ByteArrayOutputStream.toString depends on the machine's charset");
  }

  private static final class ShownDate extends Texts {
    @Override
    String text(String account, long amount) {
      return new Date(amount).toString();
    }
  }

  private static final class Calendar extends Texts {
    @Override
    String text(String account, long amount) {
      return String.valueOf(new GregorianCalendar().get(java.util.Calendar.YEAR));
    }
  }

  private static final class FirstDay extends Texts {
    @Override
    String text(String account, long amount) {
      return String.valueOf(new GregorianCalendar(2026, 0, 1).getTimeInMillis());
    }
  }

  private static final class ThisYear extends Texts {
    @Override
    String text(String account, long amount) {
      return Year.now().toString();
    }
  }

  private static final class Minutes extends Texts {
    private final Clock clock = Clock.tickMinutes(ZoneOffset.UTC);

    @Override
    String text(String account, long amount) {
      return clock.instant().toString();
    }
  }

  @Test
  void the_time() {
    finds(ShownDate::new, "java.util.Date.toString depends on the machine's time zone");
    finds(Calendar::new, "java.util.GregorianCalendar.<init> reads this replica's clock");
    finds(FirstDay::new, "java.util.GregorianCalendar.<init> depends on the machine's time zone");
    finds(ThisYear::new, "java.time.Year.now reads this replica's clock");
    finds(Minutes::new, "java.time.Clock.tickMinutes reads this replica's clock");
  }

  private static final class Property extends Texts {
    @Override
    String text(String account, long amount) {
      return Long.getLong("bonus", 0) + account;
    }
  }

  private static final class ThreadName extends Texts {
    @Override
    String text(String account, long amount) {
      return Thread.currentThread().getName();
    }
  }

  private static final class ProcessNumber extends Texts {
    @Override
    String text(String account, long amount) {
      return account + ProcessHandle.current().pid();
    }
  }

  private static final class NativeOrder extends Texts {
    @Override
    String text(String account, long amount) {
      ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
      return account + bytes.putLong(0, amount).get(0);
    }
  }

  private static final class Generator extends Texts {
    @Override
    String text(String account, long amount) {
      return String.valueOf(RandomGenerator.getDefault().nextInt(2));
    }
  }

  private static final class Weak extends Texts {
    private final WeakHashMap<Object, String> recent = new WeakHashMap<>();

    @Override
    String text(String account, long amount) {
      recent.put(new Object(), account);
      return recent.values().toString();
    }
  }

  @Test
  void the_process() {
    finds(Property::new, "java.lang.Long.getLong depends on the machine");
    finds(ThreadName::new, "java.lang.Thread.getName differs in each process");
    finds(ProcessNumber::new, "java.lang.ProcessHandle.current differs in each process");
    finds(NativeOrder::new, "java.nio.ByteOrder.nativeOrder depends on the machine");
    finds(Generator::new, "java.util.random.RandomGenerator.getDefault is random");
    finds(Weak::new, "java.util.WeakHashMap.put depends on when this process collects");
  }

  private static final class Interest extends Texts {
    @Override
    String text(String account, long amount) {
      return account + amount * Math.pow(1.02, 7);
    }
  }

  @Test
  void the_processor() {
    finds(Interest::new, "java.lang.Math.pow may have another last bit on another processor");
  }

  private static final class ParallelTree extends Texts {
    @Override
    String text(String account, long amount) {
      TreeSet<String> accounts = new TreeSet<>(balances.keySet());
      return String.valueOf(accounts.parallelStream().mapToDouble(String::hashCode).sum());
    }
  }

  private static final class Names extends ArrayList<String> {
    private static final long serialVersionUID = 1L;
  }

  private static final class ParallelNames extends Texts {
    private final Names names = new Names();

    @Override
    String text(String account, long amount) {
      names.add(account);
      return String.valueOf(names.parallelStream().count());
    }
  }

  private static final class Prefix extends Texts {
    @Override
    String text(String account, long amount) {
      double[] all = {amount, 1e16, -1e16};
      Arrays.parallelPrefix(all, Double::sum);
      return Arrays.toString(all);
    }
  }

  private static final class Pool extends Texts {
    private final ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());

    @Override
    String text(String account, long amount) {
      pool.execute(() -> {});
      return account;
    }
  }

  private static final class Taker extends Texts {
    private final LinkedBlockingQueue<String> waiting = new LinkedBlockingQueue<>();

    @Override
    String text(String account, long amount) throws InterruptedException {
      waiting.put(account);
      return waiting.take();
    }
  }

  private static final class Sleeper extends Texts {
    @Override
    String text(String account, long amount) throws InterruptedException {
      TimeUnit.MICROSECONDS.sleep(1);
      return account;
    }
  }

  private static final class AsyncStep extends Texts {
    @Override
    String text(String account, long amount) {
      CompletableFuture.completedFuture(amount).thenAcceptAsync(sum -> {});
      return account;
    }
  }

  private static final class AsyncSupply extends Texts {
    @Override
    String text(String account, long amount) {
      CompletionStage<String> made = CompletableFuture.supplyAsync(() -> account);
      return made.toString();
    }
  }

  private static final class BulkSum extends Texts {
    private final ConcurrentHashMap<String, Double> sums = new ConcurrentHashMap<>();

    @Override
    String text(String account, long amount) {
      sums.merge(account, amount / 3.0, Double::sum);
      return Double.toString(sums.reduceValuesToDouble(1, sum -> sum, 0, Double::sum));
    }
  }

  private static final class LateFuture extends Texts {
    @Override
    String text(String account, long amount) {
      new CompletableFuture<String>().completeOnTimeout(account, 1, TimeUnit.MILLISECONDS);
      return account;
    }
  }

  private static final class TimedPoll extends Texts {
    private final LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();

    @Override
    String text(String account, long amount) throws InterruptedException {
      return account + queue.poll(1, TimeUnit.MICROSECONDS);
    }
  }

  private static final class TimedParking extends Texts {
    @Override
    String text(String account, long amount) {
      LockSupport.parkUntil(amount);
      return account;
    }
  }

  @Test
  void waits_and_steps_of_futures() {
    finds(AsyncStep::new, "CompletableFuture.thenAcceptAsync uses other threads");
    finds(AsyncSupply::new, "CompletableFuture.supplyAsync uses other threads");
    finds(BulkSum::new, "ConcurrentHashMap.reduceValuesToDouble uses other threads");
    finds(LateFuture::new, "CompletableFuture.completeOnTimeout waits by this replica's clock");
    finds(TimedPoll::new, "LinkedBlockingQueue.poll waits by this replica's clock");
    finds(TimedParking::new, "LockSupport.parkUntil blocks the service thread");
  }

  /** Maps of several threads, units of time and queues without waiting. */
  private static final class Unhurried extends Texts {
    private final ConcurrentHashMap<String, Long> sums = new ConcurrentHashMap<>(16);
    private final LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();

    @Override
    String text(String account, long amount) {
      sums.merge(account, amount, Long::sum);
      queue.offer(account);
      return queue.poll()
          + TimeUnit.MILLISECONDS.convert(amount, TimeUnit.SECONDS)
          + (sums.mappingCount() > 0);
    }
  }

  @Test
  void what_does_not_wait_passes() {
    passes(Unhurried::new);
  }

  @Test
  void threads_by_whatever_type() {
    finds(ParallelTree::new, "java.util.TreeSet.parallelStream uses other threads");
    finds(ParallelNames::new, "$Names.parallelStream uses other threads");
    finds(Prefix::new, "java.util.Arrays.parallelPrefix uses other threads");
    finds(Pool::new, "java.util.concurrent.ThreadPoolExecutor.execute uses other threads");
    finds(Taker::new, "java.util.concurrent.LinkedBlockingQueue.take blocks the service thread");
    finds(Sleeper::new, "java.util.concurrent.TimeUnit.sleep blocks the service thread");
  }

  private static void passes(ServiceFactory factory) {
    assertThat(simulation(factory).histories(5).run().histories()).isEqualTo(5);
  }

  private static final class NamedLocale extends Texts {
    @Override
    String text(String account, long amount) {
      return String.format(Locale.ROOT, "%s has %d", account.toUpperCase(Locale.ROOT), amount)
          + "%s, %x, %c, %%d".formatted(account, amount, 'd');
    }
  }

  private static final class OwnQueue extends Texts {
    private final LinkedBlockingQueue<String> waiting = new LinkedBlockingQueue<>();

    @Override
    String text(String account, long amount) {
      waiting.add(account);
      return waiting.poll();
    }
  }

  private static final class Exact extends Texts {
    @Override
    String text(String account, long amount) {
      return account + Math.sqrt(amount) + Math.floorDiv(amount, 3) + StrictMath.pow(1.02, amount);
    }
  }

  /** Writes its snapshots through a channel, as one that has its state in buffers does. */
  private static final class ChannelSnapshot extends Ledger {
    @Override
    public Snapshot snapshot() {
      ByteArrayOutputStream captured = new ByteArrayOutputStream();
      try (Snapshot accounts = super.snapshot()) {
        accounts.writeTo(captured);
      } catch (IOException impossible) {
        throw new IllegalStateException(impossible);
      }
      return out -> Channels.newChannel(out).write(ByteBuffer.wrap(captured.toByteArray()));
    }
  }

  @Test
  void calls_with_the_same_result_everywhere_are_allowed() {
    passes(NamedLocale::new);
    passes(OwnQueue::new);
    passes(Exact::new);
    passes(ChannelSnapshot::new);
  }

  @Test
  void an_inherited_method_may_be_allowed_by_either_type() {
    for (String type : List.of("java.util.TreeSet", "java.util.Collection")) {
      simulation(ParallelTree::new).histories(5).allow(type + ".parallelStream").run();
    }
  }
}
