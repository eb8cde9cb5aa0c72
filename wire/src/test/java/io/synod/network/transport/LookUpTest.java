package io.synod.network.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A look-up that fails gives an unresolved address, so that its caller tries again. */
final class LookUpTest {
  private static final InetSocketAddress WANTED =
      InetSocketAddress.createUnresolved("localhost", 7100);

  private static InetSocketAddress found(
      UnaryOperator<InetSocketAddress> resolver, Executor threads) {
    CompletableFuture<InetSocketAddress> looked = LookUp.of(WANTED, resolver, threads);
    assertThat(looked).isCompleted();
    return looked.join();
  }

  @Test
  void without_a_thread_nothing_is_found() {
    Executor none =
        task -> {
          throw new Error("unable to create native thread");
        };
    assertThat(found(address -> new InetSocketAddress(1), none)).isEqualTo(WANTED);
  }

  @Test
  void a_resolver_that_throws_finds_nothing() {
    UnaryOperator<InetSocketAddress> resolver =
        address -> {
          throw new IllegalStateException("no resolver");
        };
    assertThat(found(resolver, Runnable::run)).isEqualTo(WANTED);
  }

  /** While no name server answers, there would be a thread for each dial of each client. */
  @Test
  void all_who_look_an_address_up_at_the_same_time_share_one_thread() {
    InetSocketAddress wanted = InetSocketAddress.createUnresolved("db-0", 7200);
    InetSocketAddress found = new InetSocketAddress("127.0.0.1", 7200);
    List<Runnable> threads = new ArrayList<>();
    CompletableFuture<InetSocketAddress> first = LookUp.of(wanted, any -> found, threads::add);
    CompletableFuture<InetSocketAddress> other =
        LookUp.of(InetSocketAddress.createUnresolved("db-1", 7200), any -> found, threads::add);
    CompletableFuture<InetSocketAddress> second = LookUp.of(wanted, any -> found, threads::add);
    assertThat(threads).hasSize(2);
    assertThat(second).isNotCompleted();
    threads.forEach(Runnable::run);
    for (CompletableFuture<InetSocketAddress> one : List.of(first, other, second)) {
      assertThat(one).isCompletedWithValue(found);
    }
    LookUp.of(wanted, any -> found, threads::add);
    assertThat(threads).as("the next one looks anew").hasSize(3);
    threads.get(2).run();
  }

  @Test
  void a_number_is_found_at_once() {
    for (String number : List.of("127.0.0.1", "::1", "[::1]")) {
      InetSocketAddress wanted = InetSocketAddress.createUnresolved(number, 7100);
      CompletableFuture<InetSocketAddress> found = LookUp.of(wanted);
      assertThat(found).isCompleted();
      assertThat(found.join().getAddress().isLoopbackAddress()).isTrue();
    }
  }

  @Test
  void a_known_name_is_found() {
    assertThat(LookUp.of(WANTED).join().isUnresolved()).isFalse();
  }
}
