package io.synod.chaos.fault;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.examples.kv.cluster.KvReplicas;
import io.synod.examples.process.ProcessCluster;
import io.synod.link.LinkMesh;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class FaultInjectorTest {

  @Test
  void a_kill_does_not_hide_that_a_replica_had_ended_by_itself() throws Exception {
    ProcessCluster cluster = KvReplicas.quick(3);
    try (LinkMesh links = new LinkMesh(3, 1)) {
      cluster.start(0);
      cluster.process(0).process().destroyForcibly().waitFor();

      FaultInjector injector = new FaultInjector(cluster, links, 1 << 20);
      Fault kill = new Fault(FaultKind.KILL, 0, 1000, List.of(0), List.of(), 0, true);
      assertThatThrownBy(() -> injector.begin(kill))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("replica 0 has ended");
    } finally {
      cluster.delete();
    }
  }
}
