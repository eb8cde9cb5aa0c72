package io.synod.network.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
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
