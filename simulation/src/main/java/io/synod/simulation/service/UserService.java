package io.synod.simulation.service;

import io.synod.service.Service;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The service of somebody who tests it in this simulation. It runs beside the registers and
 * counters: each of their commands carries one of its requests or queries.
 *
 * @param instances makes the instance of each process
 * @param requests draws a request, of at most {@link #BYTES_MAX}
 * @param queries draws a query, likewise; null if there are none
 */
public record UserService(
    Supplier<Service> instances,
    Function<SplittableRandom, byte[]> requests,
    Function<SplittableRandom, byte[]> queries) {

  /** The largest request that fits into the frames of the simulation. */
  public static final int BYTES_MAX = 4 << 10;

  private static final byte[] NONE = new byte[0];

  /** The next request, or the next query. */
  public byte[] draw(SplittableRandom random, boolean isQuery) {
    if (!isQuery) {
      return requests.apply(random);
    }
    return queries == null ? NONE : queries.apply(random);
  }
}
