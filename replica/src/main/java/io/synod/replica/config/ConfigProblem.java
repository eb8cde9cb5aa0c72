package io.synod.replica.config;

/**
 * One problem of a configuration.
 *
 * @param origin where the value came from: {@code local.properties:12}, {@code --set}, {@code
 *     builder}
 * @param key the key as it was written; empty if the problem is not one key's
 * @param reason what is wrong and how to correct it
 */
public record ConfigProblem(String origin, String key, String reason) {

  @Override
  public String toString() {
    return key.isEmpty() ? origin + ": " + reason : origin + ": " + key + ": " + reason;
  }
}
