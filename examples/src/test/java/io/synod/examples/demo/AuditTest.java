package io.synod.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.examples.kv.KvRig;
import org.junit.jupiter.api.Test;

/** The audit finds what it is there to find. */
final class AuditTest {
  private final KvRig kv = new KvRig();
  private final Writes writes = new Writes(1);
  private final Verdict verdict = new Verdict();

  @Test
  void writes_that_were_executed_once_each_are_clean() throws Exception {
    for (int i = 0; i < 1000; i++) {
      appended(true);
      incremented(true);
    }
    audit();
    assertClean();
  }

  @Test
  void an_acknowledged_write_that_left_no_trace_is_lost() throws Exception {
    appended(true);
    writes.appends().acknowledge(writes.appends().send());
    appended(true);
    incremented(true);
    writes.increments().acknowledge(writes.increments().send());
    audit();
    assertThat(verdict.lost()).isEqualTo(2);
    assertThat(verdict.executedTwice()).isZero();
  }

  @Test
  void a_write_that_was_executed_again_shows() throws Exception {
    int number = appended(true);
    kv.run(true, writes.append(number));
    incremented(true);
    kv.run(true, writes.increment());
    audit();
    assertThat(verdict.executedTwice()).isEqualTo(2);
    assertThat(verdict.lost()).isZero();
  }

  @Test
  void a_write_of_unknown_outcome_may_be_executed_once_or_not_at_all() throws Exception {
    appended(false);
    writes.appends().send();
    incremented(false);
    writes.increments().send();
    audit();
    assertClean();
    assertThat(writes.appends().unknown()).isEqualTo(2);
    kv.run(true, writes.increment());
    kv.run(true, writes.increment());
    audit();
    assertThat(verdict.executedTwice()).isEqualTo(1);
  }

  @Test
  void a_refused_write_that_was_executed_contradicts_its_answer() throws Exception {
    writes.appends().refuse(appended(false));
    audit();
    assertThat(verdict.contradicted()).isEqualTo(1);
  }

  @Test
  void a_write_that_overtook_another_shows() throws Exception {
    int first = writes.appends().send();
    appended(true);
    kv.run(true, writes.append(first));
    audit();
    assertThat(verdict.contradicted()).isEqualTo(1);
  }

  @Test
  void a_write_that_nobody_sent_shows() throws Exception {
    appended(true);
    kv.run(true, writes.append(5));
    audit();
    assertThat(verdict.contradicted()).isEqualTo(1);
  }

  private int appended(boolean acknowledged) throws Exception {
    int number = writes.appends().send();
    kv.run(true, writes.append(number));
    if (acknowledged) {
      writes.appends().acknowledge(number);
    }
    return number;
  }

  private void incremented(boolean acknowledged) throws Exception {
    int number = writes.increments().send();
    kv.run(true, writes.increment());
    if (acknowledged) {
      writes.increments().acknowledge(number);
    }
  }

  private void assertClean() {
    assertThat(verdict.lost()).isZero();
    assertThat(verdict.executedTwice()).isZero();
    assertThat(verdict.contradicted()).isZero();
  }

  private void audit() throws Exception {
    new Audit(query -> kv.run(false, query), verdict).check(writes);
  }
}
