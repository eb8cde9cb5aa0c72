package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Clients and the replicas they ask, over real sockets. A test closes them when it ends. */
abstract class ClientFixture {
  static final Duration LONG = Duration.ofSeconds(20);

  private final List<AutoCloseable> opened = new ArrayList<>();

  final void close() throws Exception {
    for (AutoCloseable resource : opened) {
      resource.close();
    }
  }

  /** A loop completes its end just before its thread ends. */
  static void awaitNoClientThreads() {
    await(() -> clientThreads().isEmpty());
  }

  static List<String> clientThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("synod-client") || name.equals("synod-shared"))
        .toList();
  }

  final FakeReplica replica(int number) {
    FakeReplica replica = new FakeReplica(number);
    opened.add(replica);
    return replica;
  }

  static SynodClientBuilder builder(String replicas) {
    return SynodClient.builder()
        .cluster(FakeReplica.CLUSTER)
        .replicas(replicas)
        .requestTimeout(LONG)
        .retryInterval(Duration.ofMillis(200));
  }

  final SynodClient client(SynodClientBuilder builder) {
    SynodClient client = builder.build();
    opened.add(0, client);
    return client;
  }

  /** Throws also a checked exception, as a listener in another language may. */
  @SuppressWarnings("unchecked")
  static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static void assertAnswered(CompletableFuture<byte[]> request, String answer) {
    assertThat(request).succeedsWithin(LONG).isEqualTo(bytes(answer));
  }

  static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + LONG.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      LockSupport.parkNanos(100_000);
    }
  }
}
