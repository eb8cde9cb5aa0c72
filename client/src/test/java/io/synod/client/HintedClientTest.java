package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client over real sockets: its leader falls silent, and it must not wait for that to end. */
@Timeout(60)
final class HintedClientTest extends ClientFixture {
  private final FakeReplica silent = replica(0);
  private final FakeReplica other = replica(1);
  private final FakeReplica next = replica(2);

  @AfterEach
  void closeAll() throws Exception {
    close();
    awaitNoClientThreads();
  }

  /** Gives up no silent leader within the request timeout. */
  private SynodClientBuilder patient() {
    other.leadership = FakeReplica.leads(0, 1, silent.text());
    next.leadership = FakeReplica.leads(2, 2, next.text());
    return builder(silent.text() + "," + other.text()).retryInterval(LONG);
  }

  @Test
  void a_silent_leader_is_left_when_another_replica_names_the_next() throws Exception {
    SynodClient client = client(patient());
    client.executeQuery(bytes("connected"));
    silent.silent = true;
    CompletableFuture<byte[]> request = client.send(bytes("a"));
    await(() -> other.connections() == 1);
    other.announce(FakeReplica.leads(2, 2, next.text()));
    assertAnswered(request, "a");
    assertThat(next.executed).hasValue(1);
  }

  @Test
  void without_hints_no_other_replica_is_connected() throws Exception {
    SynodClient client = client(patient().leaderHints(false));
    for (int request = 0; request < 10; request++) {
      client.execute(bytes("" + request));
    }
    assertThat(silent.connections()).isEqualTo(1);
    await(() -> other.connections() == 0);
  }
}
