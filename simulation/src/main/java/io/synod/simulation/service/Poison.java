package io.synod.simulation.service;

/** What the service throws at some requests, where that halts it. */
public final class Poison extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Poison(long value) {
    super("cannot take " + value);
  }
}
