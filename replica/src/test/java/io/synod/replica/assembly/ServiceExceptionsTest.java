package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.command.SkipEntry;
import io.synod.core.execution.Halt;
import io.synod.replica.LogLines;
import io.synod.service.ExecutionContext;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ServiceExceptionsTest {
  private static final Exception BROKEN = new IllegalStateException("broken");

  @AutoClose private final LogLines lines = LogLines.silent("io.synod.replica");

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE);
  private final ServiceExceptions exceptions = new ServiceExceptions("replica 2", true, nanos::get);

  private record Place(long slot, int indexInBatch, long session, long leaderTimeMillis)
      implements ExecutionContext {}

  private void threw() {
    exceptions.executeThrew(new Place(7, 3, 0xab, 0), "java.lang.X: broken", BROKEN);
  }

  private String line(int index) {
    return whole(index).lines().findFirst().orElseThrow();
  }

  private String whole(int index) {
    return lines.all().get(index);
  }

  @Test
  void nobody_is_answered_at_a_timer() {
    exceptions.callbackThrew("timer 5", new Place(7, -1, 0, 0), "java.lang.X: broken", BROKEN);
    assertThat(line(0))
        .isEqualTo(
            "replica 2: the service threw java.lang.X: broken at timer 5, slot"
                + " 7; the replica goes on");
    assertThat(exceptions.count()).isEqualTo(1);
  }

  @Test
  void a_halted_replica_logs_what_can_be_done() {
    Halt halt = new Halt(new SkipEntry(7, 3), 0xab, 5, "java.lang.X: broken");
    exceptions.halted(halt);
    exceptions.restoredHalted(halt);
    new ServiceExceptions("learner", false, nanos::get).halted(halt);
    String begin =
        ": the service threw java.lang.X: broken at request 3 of slot 7 (session ab, sequence 5),"
            + " and service.on-exception = stop. It executes nothing more, and clients wait. ";
    String end =
        " skip this request on all replicas: synod skip --config FILE --slot 7 --request 3";
    assertThat(line(0))
        .isEqualTo(
            "replica 2" + begin + "Either mend the service and start all replicas again, or" + end);
    assertThat(line(1))
        .isEqualTo(
            "replica 2: the snapshot that it was restored from was taken after the service had thrown"
                + " java.lang.X: broken at request 3 of slot 7. It waits there, also with another"
                + " build of the service, until this request is skipped on all replicas: synod skip"
                + " --config FILE --slot 7 --request 3");
    assertThat(line(2))
        .isEqualTo(
            "learner"
                + begin
                + "At this durability the cluster forgets its state if most replicas end, so"
                + " do not end them, but"
                + end);
  }

  @Test
  void a_line_names_slot_index_and_session_and_has_the_stack() {
    threw();
    exceptions.queryThrew(9, "java.lang.Y", BROKEN);
    assertThat(line(0))
        .isEqualTo(
            "replica 2: the service threw java.lang.X: broken at request 3 of slot 7 (session ab);"
                + " the client receives it as its answer and the replica goes on");
    assertThat(line(1)).contains("threw java.lang.Y at a query after the slots before 9;");
    assertThat(whole(0))
        .contains(
            "\njava.lang.IllegalStateException\n\tat io.synod.replica.assembly.ServiceExceptionsTest.");
    assertThat(exceptions.count()).isEqualTo(2);
  }

  @Test
  void of_a_flood_a_few_lines_are_logged_and_the_rest_is_counted() {
    for (int count = 0; count < 1_000; count++) {
      threw();
    }
    assertThat(lines.all()).hasSize(ServiceExceptions.LINES_MAX);
    assertThat(line(ServiceExceptions.LINES_MAX - 1)).endsWith("the replica goes on");
    assertThat(exceptions.count()).isEqualTo(1_000);

    nanos.addAndGet(ServiceExceptions.PERIOD_NANOS);
    threw();
    assertThat(line(ServiceExceptions.LINES_MAX))
        .endsWith(" (990 such lines were left out before this one)");
    threw();
    assertThat(line(ServiceExceptions.LINES_MAX + 1)).endsWith("the replica goes on");
  }

  @Test
  void a_message_of_megabytes_or_of_several_lines_takes_one_short_line() {
    Exception large =
        new IllegalStateException("x".repeat(1 << 20), new Exception("y".repeat(1 << 20)));
    exceptions.queryThrew(9, "java.lang.X: " + "x".repeat(1000), large);
    exceptions.queryThrew(9, "java.lang.X: a\n12:00:00.000 ERROR forged", BROKEN);
    assertThat(whole(0)).hasSizeLessThan(20_000).contains("\ncaused by java.lang.Exception\n");
    assertThat(line(1)).contains("java.lang.X: a?12:00:00.000 ERROR forged at a query");
  }

  @Test
  void an_exception_whose_message_throws_is_still_logged() {
    Exception unreadable =
        new IllegalStateException() {
          private static final long serialVersionUID = 1L;

          @Override
          public String getMessage() {
            throw new IllegalStateException("no message");
          }
        };
    exceptions.queryThrew(9, "java.lang.X", unreadable);
    assertThat(line(0)).contains("java.lang.X at a query");
  }

  @Test
  void nor_does_one_whose_cause_and_frames_throw_stop_the_replica() {
    Exception unreadable =
        new IllegalStateException() {
          private static final long serialVersionUID = 1L;

          @Override
          public synchronized Throwable getCause() {
            throw new IllegalStateException("no cause");
          }

          @Override
          public StackTraceElement[] getStackTrace() {
            throw new IllegalStateException("no frames");
          }
        };
    exceptions.executeThrew(new Place(7, 3, 0xab, 0), "java.lang.X", unreadable);
    assertThat(line(0)).contains("java.lang.X at request 3 of slot 7");
    assertThat(whole(0)).endsWith("\n" + unreadable.getClass().getName());
  }
}
