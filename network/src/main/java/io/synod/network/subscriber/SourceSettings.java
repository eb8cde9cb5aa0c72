package io.synod.network.subscriber;

import io.synod.core.check.Check;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * The cluster and the sources that a subscriber follows.
 *
 * @param cluster a replica of another one refuses
 * @param terms a replica with others refuses; empty for a subscriber that does not execute the
 *     decisions
 * @param sources client addresses of replicas, at least one, unresolved or not
 * @param frameBytesMax longest body of a frame that is taken
 * @param connectNanos for connecting and the welcome, each
 */
public record SourceSettings(
    String cluster,
    String terms,
    List<InetSocketAddress> sources,
    int frameBytesMax,
    long connectNanos) {

  public SourceSettings {
    sources = List.copyOf(sources);
    Check.that(!sources.isEmpty(), "there is no address of a replica to follow");
    Check.that(
        frameBytesMax > 0 && connectNanos > 0,
        "%d bytes of a frame, %d ns to connect: both must be positive",
        frameBytesMax,
        connectNanos);
  }
}
