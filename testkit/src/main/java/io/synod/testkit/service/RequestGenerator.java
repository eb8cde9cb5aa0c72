package io.synod.testkit.service;

import java.util.SplittableRandom;

/** Draws the requests, or the queries, that clients send to the service under test. */
@FunctionalInterface
public interface RequestGenerator {

  /**
   * The next request.
   *
   * @param random the only source of what is drawn: a seed then always draws the same requests
   * @return at most 4 KiB
   */
  byte[] next(SplittableRandom random);
}
