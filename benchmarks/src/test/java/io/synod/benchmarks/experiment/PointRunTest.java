package io.synod.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.benchmarks.experiment.catalogue.Axis;
import io.synod.benchmarks.experiment.catalogue.Point;
import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.process.Children;
import io.synod.core.recovery.Durability;
import io.synod.link.LinkShape;
import io.synod.replica.config.ThreadLayout;
import io.synod.tuning.measurement.Measurements;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class PointRunTest {

  @TempDir Path folder;

  @Test
  @Timeout(90)
  void a_point_is_measured_from_both_sides() throws Exception {
    Point.Cluster cluster =
        new Point.Cluster(
            3,
            ThreadLayout.MERGED,
            Durability.MEMORY,
            List.of("pipeline.window = 3", "network.datagram-max-bytes = 60KiB"),
            LinkShape.STRAIGHT);
    Point point = new Point("p", cluster, new Load(2, 50, 64, 1), 8, Map.of(Axis.REQUEST, 64.0));
    Span span = new Span(Duration.ofMillis(500), Duration.ofSeconds(2));
    Path rows = folder.resolve("p.csv");

    Result result;
    try (Children children =
        Children.withJvmOptions(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"))) {
      result = new PointRun(children, span, point, new Silent()).measure(rows);
    }

    assertThat(result.value(Axis.REQUEST)).isEqualTo(64);
    assertThat(result.value(Result.THROUGHPUT)).isPositive();
    assertThat(result.value(Result.BATCH_REQUESTS)).isBetween(1.0, 50.0);
    assertThat(result.value(Result.WINDOW_MEAN)).isPositive().isLessThanOrEqualTo(3);
    assertThat(result.value(Result.ACCEPT_BYTES)).isGreaterThan(64);
    assertThat(result.value(Result.INSTANCE_CPU)).isPositive();
    assertThat(result.value(Result.DATAGRAMS)).isBetween(1.0, 4.0);
    assertThat(LeaderRows.read(rows, 0, Long.MAX_VALUE).isEmpty()).isFalse();
    assertThat(Measurements.read(List.of(rows), Duration.ZERO).intervals())
        .as("what a replica writes is what the fit reads")
        .isNotEmpty();
  }

  private static final class Silent implements LoadListener {
    @Override
    public void onSecond(long answered) {}

    @Override
    public void onMeasuring() {}

    @Override
    public void onMeasured() {}
  }
}
