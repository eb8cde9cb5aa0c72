package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.SynodClient;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.ThreadLayout;
import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A service that leaves its thread interrupted, as what catches InterruptedException should. */
@Timeout(120)
final class InterruptedServiceTest {
  private static final int REQUESTS = 60;

  @ParameterizedTest
  @EnumSource
  void its_replica_restores_a_snapshot_all_the_same(ThreadLayout layout) throws Exception {
    SynodConfig config =
        LocalCluster.addresses(3)
            .threadLayout(layout)
            .snapshotLogSlots(50)
            .set("log.margin-bytes", "0B")
            .build();
    List<SynodReplica> replicas = new ArrayList<>();
    try (SynodClient client = LocalCluster.client(config)) {
      for (int id = 0; id < 3; id++) {
        replicas.add(start(config, id, new Interrupting()));
      }
      long expected = 0;
      Interrupting anew;
      SynodReplica replica;
      do {
        for (int request = 0; request < REQUESTS; request++) {
          client.execute(SumService.number(1));
        }
        expected += REQUESTS;
        replicas.get(2).close();
        anew = new Interrupting();
        replica = start(config, 2, anew);
        replicas.set(2, replica);
        awaitSum(anew, expected, replica);
        client.execute(SumService.number(1));
        expected++;
        awaitSum(anew, expected, replica);
        // The others have the whole log until they have heard that all have executed it.
      } while (!anew.restored && !replica.closed().isDone());
      assertThat(replica.closed()).isNotDone();
    } finally {
      replicas.forEach(SynodReplica::close);
    }
  }

  private static void awaitSum(Interrupting service, long sum, SynodReplica replica) {
    Pause.until(() -> service.sum.sum() >= sum || replica.closed().isDone());
  }

  private static SynodReplica start(SynodConfig config, int id, Service service) {
    return SynodReplica.builder().config(config).id(id).service(service).start();
  }

  private static final class Interrupting implements Service {
    private final SumService sum = new SumService();
    private volatile boolean restored;

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
      Thread.currentThread().interrupt();
      return sum.execute(request, context);
    }

    @Override
    public Snapshot snapshot() {
      Snapshot taken = sum.snapshot();
      Thread.currentThread().interrupt();
      return out -> {
        Thread.currentThread().interrupt();
        taken.writeTo(out);
        Thread.currentThread().interrupt();
      };
    }

    @Override
    public void restore(InputStream in) throws IOException {
      sum.restore(in);
      restored = true;
      Thread.currentThread().interrupt();
    }
  }
}
