package io.synod.examples.kv.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class StringValueTest {

  /** One request may give a long string thousands of names and times. */
  @Test
  void it_is_hashed_when_it_is_made_and_never_again() {
    byte[] bytes = "value".getBytes(UTF_8);
    StringValue value = new StringValue(bytes);
    long digest = value.digest();
    bytes[0]++;
    assertThat(value.digest()).isEqualTo(digest);
    assertThat(new StringValue(bytes).digest()).isNotEqualTo(digest);
  }
}
