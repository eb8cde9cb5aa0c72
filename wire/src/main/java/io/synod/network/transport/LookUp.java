package io.synod.network.transport;

import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks names up on threads of their own; a number needs no name server, and so no thread. */
final class LookUp {
  private static final Logger LOG = LoggerFactory.getLogger(LookUp.class);
  private static final LogLimit LIMIT = new LogLimit(1, TimeUnit.SECONDS.toNanos(10));

  // By the address that was asked for.
  private static final Map<InetSocketAddress, CompletableFuture<InetSocketAddress>> UNDER_WAY =
      new ConcurrentHashMap<>();

  private LookUp() {}

  /**
   * The address with what its name means now; unresolved if it means nothing, or if it could not be
   * looked up.
   */
  static CompletableFuture<InetSocketAddress> of(InetSocketAddress address) {
    String host = address.getHostString();
    boolean isNumber = NetUtil.isValidIpV4Address(host) || NetUtil.isValidIpV6Address(host);
    return isNumber
        ? CompletableFuture.completedFuture(resolved(address))
        : of(address, LookUp::resolved, LookUp::runOnOwnThread);
  }

  /**
   * One look-up of an address serves all who ask while it is under way: without an answer of a name
   * server there would be a thread for each dial of each client. Never throws, and never completes
   * exceptionally: callers look up again where they have none.
   */
  static CompletableFuture<InetSocketAddress> of(
      InetSocketAddress address, UnaryOperator<InetSocketAddress> resolver, Executor threads) {
    InetSocketAddress asked =
        InetSocketAddress.createUnresolved(address.getHostString(), address.getPort());
    CompletableFuture<InetSocketAddress> begun = new CompletableFuture<>();
    CompletableFuture<InetSocketAddress> other = UNDER_WAY.putIfAbsent(asked, begun);
    if (other != null) {
      return other;
    }
    begin(address, resolver, threads)
        .thenAccept(
            found -> {
              UNDER_WAY.remove(asked);
              begun.complete(found);
            });
    return begun;
  }

  private static CompletableFuture<InetSocketAddress> begin(
      InetSocketAddress address, UnaryOperator<InetSocketAddress> resolver, Executor threads) {
    try {
      return CompletableFuture.supplyAsync(() -> resolver.apply(address), threads)
          .exceptionally(failure -> unresolved(address, failure.getCause()));
    } catch (RuntimeException | Error noThread) {
      return CompletableFuture.completedFuture(unresolved(address, noThread));
    }
  }

  private static InetSocketAddress resolved(InetSocketAddress address) {
    return new InetSocketAddress(address.getHostString(), address.getPort());
  }

  private static InetSocketAddress unresolved(InetSocketAddress address, Throwable failure) {
    String leftOut = LIMIT.admit(System.nanoTime());
    if (leftOut != null) {
      LOG.warn(
          "cannot look up {}: {}; it is treated as unknown until the next attempt{}",
          address.getHostString(),
          failure,
          leftOut);
    }
    return InetSocketAddress.createUnresolved(address.getHostString(), address.getPort());
  }

  private static void runOnOwnThread(Runnable lookUp) {
    Thread thread = new Thread(lookUp, "synod-look-up");
    thread.setDaemon(true);
    thread.start();
  }
}
