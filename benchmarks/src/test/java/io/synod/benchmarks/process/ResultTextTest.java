package io.synod.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.benchmarks.load.LoadResult;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class ResultTextTest {

  @Test
  void a_result_survives_as_one_line() {
    Histogram latencies = new Histogram(1_000, 600_000_000_000L, 3);
    latencies.recordValue(123_456);
    latencies.recordValueWithCount(9_876_543_210L, 7);
    LoadResult result = new LoadResult(15_000_000_001L, 8, 2, 3, latencies);

    String text = ResultText.of(result);

    assertThat(text.lines()).hasSize(1);
    assertThat(ResultText.parse(text)).isEqualTo(result);
  }
}
