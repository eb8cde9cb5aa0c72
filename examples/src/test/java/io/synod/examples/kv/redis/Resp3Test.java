package io.synod.examples.kv.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Resp3Test {

  /** "." stands for the end of a line. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "$-1.;_.",
        "*-1.;_.",
        "*0.;*0.",
        ":-1.;:-1.",
        "+OK.;+OK.",
        "$3.$-1.;$3.$-1.",
        "$0..;$0..",
        "*3.$1.a.$-1.$2.bc.;*3.$1.a._.$2.bc.",
        "*2.$1.0.*2.$-1.$4.*-1..;*2.$1.0.*2._.$4.*-1..",
        "*1.$6.$-1.$-.;*1.$6.$-1.$-."
      })
  void nulls_become_those_of_version_3_and_values_stay(String two, String three) {
    byte[] answer = two.replace(".", "\r\n").getBytes(UTF_8);
    assertThat(new String(Resp3.encode(answer), UTF_8)).isEqualTo(three.replace(".", "\r\n"));
  }
}
