package io.synod.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LeaderRowsTest {
  private static final String HEADER = "time-ms,interval-ms,kind,role,instances,window-mean\n";

  @TempDir Path folder;

  @Test
  void only_whole_intervals_of_a_leader_at_work_count() throws Exception {
    Path file = folder.resolve("rows.csv");
    Files.writeString(
        file,
        HEADER
            + "1000,500,interval,leader,7,1\n"
            + "1500,500,interval,leader,10,2\n"
            + "2000,500,interval,leader,30,6\n"
            + "2500,500,interval,follower,100,9\n"
            + "3000,500,interval,leader,0,9\n"
            + "3500,500,run,leader,100,9\n"
            + "3600,500,interval,leader,5,9\n"
            + "3700,500,inter");

    LeaderRows rows = LeaderRows.read(file, 1000, 3500);

    assertThat(rows.isEmpty()).isFalse();
    assertThat(rows.sum("instances")).isEqualTo(40);
    assertThat(rows.mean("window-mean", "instances")).isEqualTo(5);
    Path kept = folder.resolve("kept.csv");
    rows.write(kept);
    assertThat(kept)
        .hasContent(HEADER + "1500,500,interval,leader,10,2\n2000,500,interval,leader,30,6\n");
    assertThat(LeaderRows.read(file, 5000, 6000).isEmpty()).isTrue();
  }
}
