package io.synod.network.ingress;

import static io.synod.network.ingress.IngressFixture.ALLOCATOR;
import static io.synod.network.ingress.IngressFixture.await;
import static io.synod.network.ingress.IngressFixture.requests;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.command.BatchEntry;
import io.synod.network.RawConnection;
import io.synod.network.ingress.RecordingIngress.Closed;
import io.synod.network.ingress.RecordingIngress.Offered;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Refused;
import io.synod.network.wire.WantEvents;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The places that sessions take on connections, and when they are free again. */
@Timeout(60)
final class SessionPlacesTest {
  private final IngressFixture fixture = new IngressFixture();

  @AfterEach
  void close() throws Exception {
    fixture.close();
  }

  @Test
  void the_sessions_of_all_clients_are_bounded() throws Exception {
    for (int opened = 1; opened <= IngressFixture.ALL_SESSIONS_MAX; opened += 2) {
      RawConnection client = fixture.greet();
      client.write(requests(opened, 1, 1, 0));
      client.write(requests(opened + 1, 1, 1, 0));
    }
    fixture.awaitRequests(IngressFixture.ALL_SESSIONS_MAX);
    fixture.close();
  }

  @Test
  void one_session_more_than_all_clients_may_have_is_refused_with_the_reason() throws Exception {
    RawConnection[] clients = new RawConnection[3];
    for (int index = 0; index < clients.length; index++) {
      clients[index] = fixture.greet();
      for (int session = 1; session <= IngressFixture.SESSIONS_MAX; session++) {
        clients[index].write(requests(10 * index + session, 1, 1, 0));
      }
    }
    // Nine sessions, of which eight have a place: the last client has lost its connection.
    await(() -> fixture.ingress.counters().refused() == 1);
    await(() -> fixture.ingress.counters().connections() == 2);
    RawConnection another = fixture.greet();
    another.write(requests(100, 1, 1, 0));
    fixture.awaitRequests(9);
    assertThat(fixture.ingress.counters().malformed()).isZero();
    another.write(requests(101, 1, 1, 0));
    fixture.awaitRequests(10);
    RawConnection last = fixture.greet();
    last.write(requests(103, 1, 1, 0));
    assertThat(Refused.decode(last.read(FrameType.REFUSED)).reason())
        .isEqualTo(
            "replica 0 has 8 sessions of clients, as many as it takes; end some clients, or allow"
                + " more: synod limits --change session.max-count=N");
  }

  @Test
  void clients_that_come_and_go_leave_no_more_behind_than_all_may_have() throws Exception {
    fixture.listener.forgets = false;
    for (int client = 1; client <= IngressFixture.ALL_SESSIONS_MAX; client++) {
      openAndLeave(client);
    }
    assertThat(fixture.ingress.counters().refused()).isZero();

    openAndLeave(100);
    assertThat(fixture.ingress.counters().refused()).isEqualTo(1);

    // That of the one that was refused, too.
    for (int left = IngressFixture.ALL_SESSIONS_MAX + 1; left > 0; ) {
      if (fixture.listener.next() instanceof Closed closed) {
        left--;
        closed.connection().forgotten();
      }
    }
    openAndLeave(200);
    assertThat(fixture.ingress.counters().refused()).isEqualTo(1);
  }

  /** A service that hangs has closed none of them, and has the way of each reply before it. */
  @Test
  void sessions_that_come_and_go_on_a_connection_leave_no_more_behind_either() throws Exception {
    fixture.listener.forgets = false;
    RawConnection client = fixture.greet();
    for (int session = 1; session <= IngressFixture.ALL_SESSIONS_MAX + 1; session++) {
      client.tryWrite(requests(session, 1, 1, 0));
      client.tryWrite(requests(session, BatchEntry.CLOSE, 1, 0));
    }
    assertThat(Refused.decode(client.read(FrameType.REFUSED)).reason())
        .startsWith("replica 0 has 8 sessions of clients, as many as it takes");
    client.close();
    await(() -> fixture.ingress.counters().connections() == 0);

    openAndLeave(100);
    assertThat(fixture.ingress.counters().refused()).isEqualTo(2);
    for (Object event : List.copyOf(fixture.listener.events)) {
      if (event instanceof Closed closed) {
        closed.connection().forgotten();
      }
    }
    openAndLeave(200);
    assertThat(fixture.ingress.counters().refused()).isEqualTo(2);
  }

  /** As when the first answer is late. */
  @Test
  void a_session_that_is_closed_again_and_again_has_one_place() throws Exception {
    fixture.listener.forgets = false;
    RawConnection client = fixture.greet();
    for (int time = 0; time <= IngressFixture.ALL_SESSIONS_MAX; time++) {
      client.tryWrite(requests(1, BatchEntry.CLOSE, 1, 0));
    }
    client.tryWrite(requests(2, 1, 1, 0));
    await(() -> fixture.listener.events.stream().anyMatch(SessionPlacesTest::isOfSession2));
    assertThat(fixture.ingress.counters().refused()).isZero();
  }

  private static boolean isOfSession2(Object event) {
    return event instanceof Offered offered && offered.session() == 2;
  }

  @Test
  void clients_that_want_events_and_go_are_bounded_too() throws Exception {
    int wanted = 0;
    for (int client = 0; client < IngressFixture.ALL_SESSIONS_MAX; client++) {
      RawConnection impatient = fixture.greet();
      for (int event = 1; event <= IngressFixture.SESSIONS_MAX; event++) {
        impatient.tryWrite(new WantEvents(7, event, 1).encode(ALLOCATOR));
      }
      impatient.close();
      await(() -> fixture.ingress.counters().connections() == 0);
    }
    for (Object event : fixture.listener.events) {
      wanted += event instanceof WantEvents ? 1 : 0;
    }
    assertThat(wanted).isEqualTo(IngressFixture.ALL_SESSIONS_MAX);
    assertThat(fixture.ingress.counters().malformed()).isPositive();
  }

  private void openAndLeave(long session) throws Exception {
    long before = fixture.ingress.counters().requests() + fixture.ingress.counters().refused();
    RawConnection client = fixture.greet();
    client.write(requests(session, 1, 1, 0));
    await(
        () ->
            fixture.ingress.counters().requests() + fixture.ingress.counters().refused() > before);
    client.close();
    await(() -> fixture.ingress.counters().connections() == 0);
  }
}
