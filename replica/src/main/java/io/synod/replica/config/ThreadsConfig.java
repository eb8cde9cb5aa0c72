package io.synod.replica.config;

import java.util.Objects;

/**
 * The threads of a replica.
 *
 * @param layout which threads run the stages
 */
public record ThreadsConfig(ThreadLayout layout) {

  public ThreadsConfig {
    Objects.requireNonNull(layout, "layout");
  }
}
