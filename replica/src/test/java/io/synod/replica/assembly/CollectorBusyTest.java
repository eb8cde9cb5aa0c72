package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.replica.LocalCluster;
import io.synod.replica.Pause;
import io.synod.replica.SumService;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.ThreadLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where the garbage collector is said to take most of the time, another replica leads. */
@Timeout(60)
class CollectorBusyTest {
  private static final String BUSY =
      "\"cannotLead\":\"the garbage collector takes most of its time\"";

  @ParameterizedTest
  @EnumSource
  void a_leader_hands_over_says_why_and_may_lead_again(ThreadLayout layout) {
    SynodConfig config = LocalCluster.addresses(3).threadLayout(layout).build();
    List<Assembly> replicas = new ArrayList<>();
    try {
      for (int id = 0; id < 3; id++) {
        replicas.add(new Assembly(new ThisMachine(), config, id, new SumService()));
        replicas.get(id).start();
      }
      Assembly first = awaitLeader(replicas);
      first.collectorBusy(true);
      List<Assembly> others = replicas.stream().filter(replica -> replica != first).toList();
      // Which another leader shows only if no two were elected at the start.
      await(first, BUSY);
      awaitLeader(others);
      first.collectorBusy(false);
      others.get(0).collectorBusy(true);
      others.get(1).collectorBusy(true);
      assertThat(awaitLeader(List.of(first))).isSameAs(first);
      assertThat(first.statusJson()).contains("\"cannotLead\":null");
    } finally {
      replicas.forEach(Assembly::close);
    }
  }

  private static void await(Assembly replica, String status) {
    Pause.until(() -> replica.statusJson().contains(status));
  }

  private static Assembly awaitLeader(List<Assembly> replicas) {
    while (true) {
      for (Assembly replica : replicas) {
        if (replica.statusJson().contains("\"role\":\"leader\"")) {
          return replica;
        }
      }
      LockSupport.parkNanos(1_000_000);
    }
  }
}
