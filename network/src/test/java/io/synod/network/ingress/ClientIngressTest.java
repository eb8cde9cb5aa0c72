package io.synod.network.ingress;

import static io.synod.network.ingress.IngressFixture.ALLOCATOR;
import static io.synod.network.ingress.IngressFixture.requests;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.synod.core.cluster.View;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.settings.SessionSettings;
import io.synod.network.LogLines;
import io.synod.network.RawConnection;
import io.synod.network.ingress.RecordingIngress.Closed;
import io.synod.network.ingress.RecordingIngress.Offered;
import io.synod.network.wire.Busy;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.EntryFrameWriter;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Levels;
import io.synod.network.wire.Members;
import io.synod.network.wire.PeerHello;
import io.synod.network.wire.Refused;
import io.synod.network.wire.ReplyFrameWriter;
import io.synod.network.wire.ReplyReader;
import io.synod.network.wire.Status;
import io.synod.network.wire.WantEvents;
import io.synod.network.wire.Welcome;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClientIngressTest {
  private final IngressFixture fixture = new IngressFixture();
  private final RecordingIngress listener = fixture.listener;

  @AfterEach
  void close() throws Exception {
    fixture.close();
  }

  @Test
  void a_client_is_welcomed_with_what_it_must_know() throws Exception {
    RawConnection client = fixture.connect();
    client.write(new ClientHello("orders").encode(ALLOCATOR));

    assertThat(Welcome.decode(client.read(FrameType.WELCOME)))
        .isEqualTo(new Welcome(0, listener.leadership, 1000, 64));
  }

  @Test
  void a_replica_that_takes_it_for_the_port_for_replicas_is_refused_and_logged_once()
      throws Exception {
    try (LogLines lines = new LogLines("io.synod.network.ingress")) {
      for (int attempt = 0; attempt < 3; attempt++) {
        RawConnection replica = fixture.connect();
        replica.write(new PeerHello("orders", "count = 8", 3, 1, 0).encode(ALLOCATOR));
        assertThat(Refused.decode(replica.read(FrameType.REFUSED)).reason())
            .isEqualTo(
                "this is the port for clients of replica 0, not a port for replicas; check the ports of its"
                    + " line in the properties file (host:peer-port:client-port)");
        replica.awaitClose();
      }
      assertThat(lines.first())
          .singleElement()
          .asString()
          .matches(
              "replica 0: connection \\d+ of the client at \\S+ was refused: this is the port.*");
    }
    assertThat(fixture.ingress.counters().refused()).isEqualTo(3);
    assertThat(fixture.ingress.counters().malformed()).isZero();
  }

  @Test
  void a_client_that_resets_its_connection_is_no_warning() throws Exception {
    try (LogLines lines = new LogLines("io.synod.network.ingress")) {
      fixture.greet().reset();
      assertThat(listener.next()).isInstanceOf(Closed.class);
      assertThat(lines.first()).isEmpty();
    }
  }

  @Test
  void a_client_of_another_cluster_is_refused_with_both_names() throws Exception {
    RawConnection client = fixture.connect();
    client.write(new ClientHello("bills").encode(ALLOCATOR));

    assertThat(Refused.decode(client.read(FrameType.REFUSED)).reason())
        .isEqualTo(
            "this is cluster 'orders', not 'bills'; check the address and the cluster's name");
    client.awaitClose();
    assertThat(fixture.ingress.counters().refused()).isEqualTo(1);
  }

  @Test
  void a_client_that_speaks_later_levels_too_is_welcomed() throws Exception {
    RawConnection client = fixture.connect();
    client.write(new ClientHello("orders", new Levels(1, 2, "0.2.0"), false).encode(ALLOCATOR));

    assertThat(Welcome.decode(client.read(FrameType.WELCOME)).levels()).isEqualTo(Levels.OWN);
  }

  @Test
  void a_client_without_a_common_level_is_refused_with_both_ranges_and_versions() throws Exception {
    RawConnection client = fixture.connect();
    client.write(new ClientHello("orders", new Levels(2, 3, "0.3.0"), false).encode(ALLOCATOR));

    assertThat(Refused.decode(client.read(FrameType.REFUSED)).reason())
        .startsWith("this client speaks levels 2 to 3 (Synod 0.3.0), replica 0 level 1 (Synod ")
        .endsWith(
            "upgrade the older one to a version between the two, which speaks a level of each");
    client.awaitClose();
    assertThat(fixture.ingress.counters().refused()).isEqualTo(1);
  }

  @Test
  void another_wire_version_is_refused_with_both_versions() throws Exception {
    RawConnection client = fixture.connect();
    client.write(new ClientHello("orders").encode(ALLOCATOR).setByte(2, 2));

    assertThat(Refused.decode(client.read(FrameType.REFUSED)).reason())
        .isEqualTo("wire version 2 where 1 is spoken");
    client.awaitClose();
    assertThat(fixture.ingress.counters().malformed()).isEqualTo(1);
  }

  @Test
  void a_client_over_the_limit_is_refused() throws Exception {
    for (int index = 0; index < IngressFixture.CONNECTIONS_MAX; index++) {
      fixture.greet();
    }

    assertThat(Refused.decode(fixture.connect().read(FrameType.REFUSED)).reason())
        .startsWith("replica 0 has 4 client connections");
  }

  @Test
  void status_needs_no_hello() throws Exception {
    RawConnection client = fixture.connect();
    client.write(Frame.empty(ALLOCATOR, FrameType.STATUS_REQUEST));

    assertThat(Status.decode(client.read(FrameType.STATUS)))
        .isEqualTo(new Status("{\"role\":\"follower\"}"));
  }

  @Test
  void members_are_sent_behind_the_welcome_and_when_they_change_to_clients_that_know_them()
      throws Exception {
    Members first = new Members(1, List.of(new Members.Member(2, "host2:7202")));
    Members second = new Members(2, List.of(new Members.Member(3, "host3:7203")));
    listener.members = first;
    RawConnection older = fixture.greet();
    RawConnection client = fixture.connect();
    client.write(ClientHello.withMembers("orders").encode(ALLOCATOR));
    client.read(FrameType.WELCOME);
    assertThat(Members.decode(client.read(FrameType.MEMBERS))).isEqualTo(first);

    fixture.ingress.announceMembers(second);
    assertThat(Members.decode(client.read(FrameType.MEMBERS))).isEqualTo(second);
    older.write(Frame.empty(ALLOCATOR, FrameType.STATUS_REQUEST));
    older.read(FrameType.STATUS);
  }

  @Test
  void a_session_whose_events_are_wanted_begins_with_that() throws Exception {
    RawConnection client = fixture.greet();
    WantEvents wanted = new WantEvents(7, 3, 2);
    client.write(wanted.encode(ALLOCATOR));
    client.write(requests(7, 2, 1, 0));

    listener.expect(wanted);
    listener.expect(new Offered(7, 2, 1, 24));
  }

  @Test
  void events_are_wanted_once_for_each_session_until_some_follow() throws Exception {
    RawConnection client = fixture.greet();
    client.write(requests(7, 1, 1, 0));
    ClientConnection served = listener.nextSession(7);
    listener.expect(new Offered(7, 1, 1, 24));
    for (int event = 1; event <= IngressFixture.SESSIONS_MAX; event++) {
      client.write(new WantEvents(7, event, 1).encode(ALLOCATOR));
      listener.expect(new WantEvents(7, event, 1));
    }
    served.eventsFollow();
    client.write(new WantEvents(7, 100, 1).encode(ALLOCATOR));
    listener.expect(new WantEvents(7, 100, 1));

    client.write(new WantEvents(7, 101, 1).encode(ALLOCATOR));
    client.awaitClose();
    assertThat(listener.events).noneMatch(WantEvents.class::isInstance);
  }

  @Test
  void requests_need_a_hello() throws Exception {
    RawConnection client = fixture.connect();
    client.write(requests(7, 1, 1, 10));

    client.awaitClose();
    assertThat(listener.events).isEmpty();
  }

  @Test
  void a_welcome_holds_the_current_limit_of_outstanding_requests() throws Exception {
    listener.limits = new SessionSettings(1_000, 77, 10);
    RawConnection client = fixture.connect();
    client.write(new ClientHello("orders").encode(ALLOCATOR));
    assertThat(Welcome.decode(client.read(FrameType.WELCOME)).outstandingMax()).isEqualTo(77);
  }

  @Test
  void a_session_is_announced_before_its_requests_are_offered() throws Exception {
    RawConnection client = fixture.greet();
    client.write(requests(7, 1, 3, 10));
    client.write(requests(7, 4, 1, 0));

    listener.nextSession(7);
    listener.expect(new Offered(7, 1, 3, 3 * 34));
    listener.expect(new Offered(7, 4, 1, 24));
    client.write(Frame.empty(ALLOCATOR, FrameType.STATUS_REQUEST));
    client.read(FrameType.STATUS);
    assertThat(fixture.ingress.counters().requests()).isEqualTo(4);
  }

  @Test
  void behind_a_refused_request_later_ones_are_refused_until_it_comes_again() throws Exception {
    RawConnection client = fixture.greet();
    client.write(requests(7, 1, 3, 10));
    listener.nextSession(7);
    listener.expect(new Offered(7, 1, 3, 102));
    listener.admission = Admission.BUSY;
    client.write(requests(7, 4, 2, 0));
    assertThat(Busy.decode(client.read(FrameType.BUSY))).isEqualTo(new Busy(7, 4));
    listener.expect(new Offered(7, 4, 2, 48));

    listener.admission = Admission.ADMITTED;
    client.write(requests(7, 6, 2, 0));
    client.write(requests(7, 4, 4, 0));
    client.write(requests(7, 8, 1, 0));

    listener.expect(new Offered(7, 4, 4, 96));
    listener.expect(new Offered(7, 8, 1, 24));
    assertThat(fixture.ingress.counters().busy()).isEqualTo(4);
  }

  @Test
  void a_refused_request_whose_earlier_copy_was_answered_holds_nothing_back() throws Exception {
    RawConnection client = fixture.greet();
    client.write(requests(7, 1, 2, 0));
    listener.nextSession(7);
    listener.expect(new Offered(7, 1, 2, 48));
    listener.admission = Admission.BUSY;
    client.write(requests(7, 2, 1, 0));
    client.read(FrameType.BUSY);
    listener.expect(new Offered(7, 2, 1, 24));

    listener.admission = Admission.ADMITTED;
    client.write(requests(7, 3, 1, 0, 0));
    listener.expect(new Offered(7, 3, 1, 24));
  }

  @Test
  void a_refused_request_does_not_hold_back_another_session() throws Exception {
    RawConnection client = fixture.greet();
    listener.admission = Admission.BUSY;
    client.write(requests(7, 1, 1, 0));
    client.read(FrameType.BUSY);
    listener.admission = Admission.ADMITTED;
    client.write(requests(8, 5, 1, 0));

    listener.nextSession(7);
    listener.expect(new Offered(7, 1, 1, 24));
    listener.nextSession(8);
    listener.expect(new Offered(8, 5, 1, 24));
  }

  @Test
  void a_refused_request_is_forgotten_in_a_new_view() throws Exception {
    RawConnection client = fixture.greet();
    listener.admission = Admission.BUSY;
    client.write(requests(7, 1, 1, 0));
    client.read(FrameType.BUSY);
    listener.admission = Admission.ADMITTED;
    listener.leadership = new Leadership(new View(5, 0), 0, "host0:7200");
    client.write(requests(7, 9, 1, 0));

    listener.nextSession(7);
    listener.expect(new Offered(7, 1, 1, 24));
    listener.expect(new Offered(7, 9, 1, 24));
  }

  @Test
  void a_refused_keep_alive_holds_nothing_back() throws Exception {
    RawConnection client = fixture.greet();
    listener.admission = Admission.BUSY;
    client.write(requests(7, BatchEntry.KEEP_ALIVE, 1, BatchEntry.KEEP_ALIVE_BYTES));
    assertThat(Busy.decode(client.read(FrameType.BUSY))).isEqualTo(new Busy(7, -1));
    listener.admission = Admission.ADMITTED;
    client.write(requests(7, 3, 1, 0));

    listener.nextSession(7);
    listener.expect(new Offered(7, -1, 1, 40));
    listener.expect(new Offered(7, 3, 1, 24));
  }

  @Test
  void where_another_replica_leads_the_client_is_sent_there() throws Exception {
    RawConnection client = fixture.greet();
    listener.admission = Admission.NOT_LEADER;
    client.write(requests(7, 1, 5, 0));

    assertThat(Leadership.decode(client.read(FrameType.LEADER))).isEqualTo(listener.leadership);
    assertThat(fixture.ingress.counters().notLeader()).isEqualTo(5);
  }

  @Test
  void a_change_of_leader_is_sent_to_every_client() throws Exception {
    RawConnection first = fixture.greet();
    RawConnection second = fixture.greet();
    Leadership leadership = new Leadership(new View(9, 2), 2, "host2:7202");

    fixture.ingress.announceLeader(leadership);

    assertThat(Leadership.decode(first.read(FrameType.LEADER))).isEqualTo(leadership);
    assertThat(Leadership.decode(second.read(FrameType.LEADER))).isEqualTo(leadership);
  }

  @Test
  void replies_are_sent_from_any_thread() throws Exception {
    RawConnection client = fixture.greet();
    client.write(requests(7, 1, 1, 0));
    ClientConnection connection = listener.nextSession(7);
    ReplyFrameWriter writer =
        ReplyFrameWriter.replies(connection.allocator(), IngressFixture.FRAME_BYTES_MAX);
    writer.begin();
    writer.add(7, 1, ReplyStatus.OK, "done".getBytes(UTF_8));

    connection.send(writer.finish());

    assertThat(replies(client.read(FrameType.REPLIES))).containsExactly("7/1 OK done");
  }

  @Test
  void queries_are_handed_over_with_their_payload_and_where_to_answer() throws Exception {
    RawConnection client = fixture.greet();
    client.write(queries());
    Queries queries = (Queries) listener.next();
    List<String> seen = new ArrayList<>();
    queries.forEach(
        (number, payload) -> seen.add(number + " " + UTF_8.decode(payload.duplicate())));
    int bytes = queries.bytes();
    queries.release();

    assertThat(queries.count()).isEqualTo(2);
    assertThat(bytes).isEqualTo(2 * 24 + 6);
    assertThat(seen).containsExactly("5 one", "9 two");
    queries.from().send(new Leadership(View.NONE, -1, "").encode(ALLOCATOR));
    client.read(FrameType.LEADER);
  }

  @Test
  void queries_that_are_not_admitted_are_answered_one_by_one() throws Exception {
    RawConnection client = fixture.greet();
    listener.admission = Admission.BUSY;
    client.write(queries());

    assertThat(replies(client.read(FrameType.QUERY_REPLIES)))
        .containsExactly("0/5 BUSY ", "0/9 BUSY ");
  }

  @Test
  void queries_where_another_replica_leads_are_answered_one_by_one() throws Exception {
    RawConnection client = fixture.greet();
    listener.admission = Admission.NOT_LEADER;
    client.write(queries());

    assertThat(replies(client.read(FrameType.QUERY_REPLIES)))
        .containsExactly("0/5 NOT_LEADER ", "0/9 NOT_LEADER ");
    client.read(FrameType.LEADER);
  }

  @Test
  void a_session_over_the_limit_closes_the_connection() throws Exception {
    RawConnection client = fixture.greet();
    for (int session = 1; session <= IngressFixture.SESSIONS_MAX + 1; session++) {
      client.write(requests(session, 1, 1, 0));
    }

    client.awaitClose();
    assertThat(fixture.ingress.counters().malformed()).isEqualTo(1);
    assertThat(fixture.ingress.counters().requests()).isEqualTo(IngressFixture.SESSIONS_MAX);
  }

  @Test
  void a_closed_session_frees_a_place_for_another() throws Exception {
    RawConnection client = fixture.greet();
    for (int session = 1; session <= 10; session++) {
      client.write(requests(session, BatchEntry.OPEN, 1, 0));
      client.write(requests(session, BatchEntry.CLOSE, 1, 0));
      listener.nextSession(session);
      listener.expect(new Offered(session, 0, 1, 24));
      listener.expect(new Offered(session, -2, 1, 24));
    }
  }

  @Test
  void the_listener_is_notified_when_a_client_has_gone() throws Exception {
    RawConnection client = fixture.greet();
    client.write(requests(7, 1, 1, 0));
    ClientConnection connection = listener.nextSession(7);
    listener.expect(new Offered(7, 1, 1, 24));
    client.close();

    listener.expect(new Closed(connection));
    connection.send(new Busy(7, 1).encode(ALLOCATOR));
  }

  @Test
  void close_ends_connections_without_a_word_to_the_listener() throws Exception {
    RawConnection client = fixture.greet();
    fixture.ingress.close();

    client.awaitClose();
    assertThat(listener.events).isEmpty();
  }

  @Test
  void a_port_in_use_is_named_with_its_key() throws Exception {
    int port = fixture.ingress.address().getPort();
    try (ClientIngress second =
        new ClientIngress(
            IngressFixture.settings(IngressFixture.TIMES, port), fixture.loops(), listener)) {
      assertThatThrownBy(second::start)
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageStartingWith(
              "cannot listen on 127.0.0.1:%d for clients (key replica.0): ", port);
    }
  }

  @Test
  void a_client_that_says_nothing_is_disconnected() throws Exception {
    try (IngressFixture impatient = new IngressFixture(IngressFixture.times(50, 600_000, 30_000))) {
      impatient.connect().awaitClose();
    }
  }

  private static ByteBuf queries() {
    EntryFrameWriter writer = EntryFrameWriter.queries(ALLOCATOR, IngressFixture.FRAME_BYTES_MAX);
    writer.begin(0);
    writer.add(0, 5, 0, "one".getBytes(UTF_8));
    writer.add(0, 9, 0, "two".getBytes(UTF_8));
    return writer.finish();
  }

  private static List<String> replies(ByteBuf body) throws Exception {
    List<String> replies = new ArrayList<>();
    ReplyReader.read(
        body,
        (session, sequence, status, in, at, bytes) ->
            replies.add(
                session + "/" + sequence + " " + status + " " + in.toString(at, bytes, UTF_8)));
    return replies;
  }
}
