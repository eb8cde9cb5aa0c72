package io.synod.examples.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class ReplicaReportTest {
  private static final String STATUS =
      """
      {"cluster":"a","replica":2,"role":"%s","view":"%s","leader":2,"decided":17,"executed":16,
      "storage":{"durability":"sync","incarnation":3,"snapshotEnd":10,"snapshotsTaken":1,
      "snapshotsFetched":4,"firstDamaged":-1,"repaired":0,"full":true}}
      """;

  @Test
  void a_leader_reports_its_view_and_progress() {
    ReplicaReport report = ReplicaReport.parse(STATUS.formatted("leader", "5.2"));
    assertThat(report).isEqualTo(new ReplicaReport("leader", 5, 17, 16, 3, 10, 4, true));
    assertThat(report.leads()).isTrue();
    assertThat(report.isMember()).isTrue();
  }

  @Test
  void a_recovering_replica_is_no_member() {
    ReplicaReport report = ReplicaReport.parse(STATUS.formatted("recovering", "0"));
    assertThat(report.round()).isZero();
    assertThat(report.leads()).isFalse();
    assertThat(report.isMember()).isFalse();
  }

  @Test
  void a_status_without_what_is_asked_is_refused() {
    assertThatThrownBy(() -> ReplicaReport.parse("{\"role\":\"leader\",\"view\":\"5.2\"}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("decided");
  }
}
