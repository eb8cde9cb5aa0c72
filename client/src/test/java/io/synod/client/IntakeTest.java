package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class IntakeTest {
  private final Intake intake = new Intake(3, 1000);

  private static Request request(int bytes) {
    return Request.update(new byte[bytes]);
  }

  @Test
  void only_the_first_request_since_the_last_take_wakes_the_event_loop() {
    assertThat(intake.offer(request(1))).isEqualTo(Intake.Admission.FIRST);
    assertThat(intake.offer(request(1))).isEqualTo(Intake.Admission.BEHIND);
    intake.takeAll();
    assertThat(intake.takeAll()).isNull();
    assertThat(intake.offer(request(1))).isEqualTo(Intake.Admission.FIRST);
  }

  @Test
  void requests_come_out_in_the_order_in_which_they_came() {
    Request first = request(1);
    Request second = request(1);
    intake.offer(first);
    intake.offer(second);
    assertThat(intake.takeAll()).isSameAs(first);
    assertThat(first.next).isSameAs(second);
    assertThat(second.next).isNull();
  }

  @Test
  void the_count_is_bounded_until_requests_are_released() {
    Request first = request(1);
    intake.offer(first);
    intake.offer(request(1));
    intake.offer(request(1));
    assertThat(intake.offer(request(1))).isEqualTo(Intake.Admission.FULL);
    intake.takeAll();
    assertThat(intake.offer(request(1))).isEqualTo(Intake.Admission.FULL);
    intake.release(Intake.weight(first));
    assertThat(intake.offer(request(1))).isEqualTo(Intake.Admission.FIRST);
    assertThat(intake.count()).isEqualTo(3);
  }

  @Test
  void the_bytes_are_bounded_with_what_a_request_costs() {
    assertThat(intake.offer(request(1000 - 127))).isEqualTo(Intake.Admission.FULL);
    assertThat(intake.offer(request(1000 - 128))).isEqualTo(Intake.Admission.FIRST);
    assertThat(intake.offer(request(0))).isEqualTo(Intake.Admission.FULL);
  }

  @Test
  void after_closing_nothing_is_taken() {
    Request last = request(1);
    intake.offer(last);
    assertThat(intake.close()).isSameAs(last);
    assertThat(intake.offer(request(1))).isEqualTo(Intake.Admission.CLOSED);
    assertThat(intake.takeAll()).isNull();
    assertThat(intake.close()).isNull();
  }

  @Test
  @Timeout(20)
  void nothing_is_lost_or_reordered_between_threads() throws InterruptedException {
    int senders = 3;
    int each = 20_000;
    Intake wide = new Intake(senders * each, 1L << 30);
    AtomicInteger wakeUps = new AtomicInteger();
    AtomicBoolean disorder = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    for (int sender = 0; sender < senders; sender++) {
      int base = sender * each;
      Thread thread =
          new Thread(
              () -> {
                for (int count = 0; count < each; count++) {
                  Request request = request(0);
                  request.deadlineNanos = base + count;
                  if (wide.offer(request) == Intake.Admission.FIRST) {
                    wakeUps.incrementAndGet();
                  }
                }
              });
      thread.start();
      threads.add(thread);
    }
    long[] next = {0, each, 2L * each};
    int taken = 0;
    int takes = 0;
    while (taken < senders * each) {
      Request request = wide.takeAll();
      takes += request == null ? 0 : 1;
      for (; request != null; request = request.next) {
        int sender = (int) request.deadlineNanos / each;
        disorder.compareAndSet(false, next[sender]++ != request.deadlineNanos);
        taken++;
      }
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(disorder).isFalse();
    assertThat(wakeUps).hasValue(takes);
  }

  @Test
  @Timeout(60)
  void a_request_that_is_refused_meanwhile_leaves_no_thread_waiting() throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    Thread refused =
        new Thread(
            () -> {
              Request tooLarge = request(5_000);
              while (!ended.get()) {
                intake.offer(tooLarge);
              }
            });
    refused.start();
    try {
      for (int count = 0; count < 200_000; count++) {
        Request fits = request(1);
        while (intake.offer(fits) == Intake.Admission.FULL) {
          intake.awaitSpace(GlobalEventExecutor.INSTANCE, fits);
        }
        intake.takeAll();
        intake.release(Intake.weight(fits));
      }
    } finally {
      ended.set(true);
      refused.join();
    }
    assertThat(intake.count()).isZero();
  }
}
