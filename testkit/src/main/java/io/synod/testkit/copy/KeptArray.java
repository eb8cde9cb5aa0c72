package io.synod.testkit.copy;

import java.util.Arrays;

/** An array that the service has given away, and what it contained then. */
record KeptArray(String what, byte[] array, byte[] content) {

  boolean isChanged() {
    return !Arrays.equals(array, content);
  }
}
