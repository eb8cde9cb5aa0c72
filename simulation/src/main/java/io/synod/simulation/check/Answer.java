package io.synod.simulation.check;

import java.util.Arrays;

/**
 * A service's answer to one request.
 *
 * @param refused whether it was a deterministic rejection; then the bytes are its reason
 */
public record Answer(byte[] bytes, boolean refused) {

  @Override
  public boolean equals(Object other) {
    return other instanceof Answer answer
        && answer.refused == refused
        && Arrays.equals(answer.bytes, bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return (refused ? "refusal " : "answer ") + Arrays.toString(bytes);
  }
}
