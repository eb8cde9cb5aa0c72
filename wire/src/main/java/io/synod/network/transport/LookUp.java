package io.synod.network.transport;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;

/** Looks names up on threads of their own. */
final class LookUp {
  private LookUp() {}

  /** The address with what its name means now; unresolved if it means nothing. */
  static CompletableFuture<InetSocketAddress> of(InetSocketAddress address) {
    return CompletableFuture.supplyAsync(
        () -> new InetSocketAddress(address.getHostString(), address.getPort()),
        LookUp::runOnOwnThread);
  }

  private static void runOnOwnThread(Runnable lookUp) {
    Thread thread = new Thread(lookUp, "synod-look-up");
    thread.setDaemon(true);
    thread.start();
  }
}
