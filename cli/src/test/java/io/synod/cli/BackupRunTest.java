package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class BackupRunTest {

  @Test
  void the_longer_a_backup_follows_the_less_often_it_says_how_far_it_is() {
    AtomicLong nanos = new AtomicLong();
    StringWriter shown = new StringWriter();
    BackupRun run =
        new BackupRun(null, Path.of("backup"), new PrintWriter(shown, true), nanos::get);
    long day = TimeUnit.DAYS.toSeconds(1);
    for (long second = 1; second <= day; second++) {
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
      run.onSlots(second, 0);
    }
    List<String> lines = shown.toString().lines().toList();
    assertThat(lines)
        .startsWith(
            "keeps all slots before 10, 0.0 MiB since the start",
            "keeps all slots before 30, 0.0 MiB since the start",
            "keeps all slots before 70, 0.0 MiB since the start")
        .hasSize(31);
    assertThat(lines.get(30)).contains("before " + (day - 2090));
  }
}
