package io.synod.network.ingress;

import static io.synod.network.ingress.IngressFixture.ALLOCATOR;
import static io.synod.network.ingress.IngressFixture.requests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.buffer.ByteBuf;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.command.BatchEntry;
import io.synod.core.membership.MembershipRequest;
import io.synod.core.membership.MembershipRequest.Move;
import io.synod.core.session.SessionLimits;
import io.synod.core.settings.BatchLimits;
import io.synod.core.settings.SessionSettings;
import io.synod.core.version.ClusterVersion;
import io.synod.network.RawConnection;
import io.synod.network.ingress.RecordingIngress.Closed;
import io.synod.network.ingress.RecordingIngress.Offered;
import io.synod.network.wire.ChangeMembers;
import io.synod.network.wire.EntryFrameWriter;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MoveLeader;
import io.synod.network.wire.Refused;
import io.synod.network.wire.Status;
import io.synod.network.wire.TryLimits;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators ask a replica for, and what only they may ask. */
@Timeout(60)
class OperatorPortTest {
  private final IngressFixture fixture = new IngressFixture();
  private final RecordingIngress listener = fixture.listener;

  @AfterEach
  void close() throws Exception {
    fixture.close();
  }

  @Test
  void measuring_the_links_is_answered_with_the_status() throws Exception {
    ask(Frame.empty(ALLOCATOR, FrameType.MEASURE_LINKS));
    listener.expect("measure links");
  }

  @Test
  void measuring_the_links_needs_a_hello() throws Exception {
    RawConnection client = fixture.connect();
    client.write(Frame.empty(ALLOCATOR, FrameType.MEASURE_LINKS));

    client.awaitClose();
    assertThat(listener.events).isEmpty();
  }

  @Test
  void trying_limits_is_answered_with_the_status() throws Exception {
    ask(new TryLimits(new BatchLimits(4_096, 3), 1_000_000).encode(ALLOCATOR));
    listener.expect("try BatchLimits[maxBytes=4096, window=3] for 1000000 ns");
  }

  @Test
  void a_trial_longer_than_a_minute_ends_the_connection() throws Exception {
    RawConnection client = fixture.greet();
    client.write(new TryLimits(new BatchLimits(1, 1), TryLimits.NANOS_MAX + 1).encode(ALLOCATOR));

    client.awaitClose();
    assertThat(listener.events).noneMatch(event -> event.toString().startsWith("try"));
  }

  @Test
  void moving_the_leader_is_answered_with_the_status() throws Exception {
    ask(new MoveLeader(2).encode(ALLOCATOR));
    listener.expect("move the leader to 2");
  }

  /** As replicas of several machines do: a program there connects from the address it dials. */
  @Test
  void a_program_of_this_machine_is_an_operator_where_the_port_is_on_no_loopback_address()
      throws Exception {
    InetAddress own = ownAddress();
    assumeTrue(own != null, "this machine has loopback addresses only");
    try (IngressFixture reached = new IngressFixture(own.getHostAddress())) {
      RawConnection client = reached.greet();
      client.write(new MoveLeader(2).encode(ALLOCATOR));
      Status.decode(client.read(FrameType.STATUS));
      reached.listener.expect("move the leader to 2");
    }
  }

  /** One that other machines may reach; null if there is none. */
  private static InetAddress ownAddress() throws IOException {
    for (NetworkInterface one : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InetAddress address : Collections.list(one.getInetAddresses())) {
        if (address instanceof Inet4Address && !address.isLoopbackAddress() && one.isUp()) {
          return address;
        }
      }
    }
    return null;
  }

  @Test
  void a_change_of_members_is_answered_with_the_status() throws Exception {
    MembershipRequest request =
        new MembershipRequest(
            1, false, false, ReplicaSet.of(3), ReplicaSet.of(0), List.of(), List.of(), 0, -1, 256);
    ask(new ChangeMembers(request).encode(ALLOCATOR));
    listener.expect(request);
  }

  @ParameterizedTest
  @ValueSource(strings = {"db-1", "db-1:port", "db-1:0", "::1:7100", "0.0.0.0:7200", "[::]:7200"})
  void a_member_does_not_move_to_what_is_no_address(String none) throws Exception {
    assertMalformed(moving(new Move(1, "db-1:7100", none)));
  }

  @Test
  void a_member_does_not_move_to_what_is_no_address_of_peers() throws Exception {
    assertMalformed(moving(new Move(1, "db-1", "db-1:7200")));
  }

  private static ByteBuf moving(Move move) {
    return new ChangeMembers(MembershipRequest.NONE.numbered(1).moving(move)).encode(ALLOCATOR);
  }

  @Test
  void a_snapshot_that_is_wanted_is_answered_with_the_status() throws Exception {
    ask(Frame.empty(ALLOCATOR, FrameType.TAKE_SNAPSHOT));
    listener.expect("take a snapshot");
  }

  @Test
  void a_client_cannot_stop_the_replicas_by_a_control_that_only_a_later_version_knows()
      throws Exception {
    assertMalformed(requests(0, BatchEntry.LIMITS - 1, 1, 0));
  }

  @Test
  void a_client_cannot_change_the_members_by_a_request_of_its_own() throws Exception {
    assertMalformed(requests(0, BatchEntry.MEMBERSHIP, 1, 0));
  }

  @Test
  void an_upgrade_is_offered_if_the_listener_knows_no_reason_against_it() throws Exception {
    RawConnection client = fixture.greet();
    client.write(upgrade(1, 2));

    assertThat(listener.next()).isEqualTo(new ClusterVersion(1, 2));
    assertThat(listener.next()).isEqualTo(new Offered(9, BatchEntry.UPGRADE, 1, 32));
  }

  @Test
  void an_upgrade_is_refused_with_the_reason() throws Exception {
    listener.whyNotUpgrade = "replica 2 is old";
    RawConnection client = fixture.greet();
    client.write(upgrade(1, 2));

    assertThat(Refused.decode(client.read(FrameType.REFUSED)).reason())
        .isEqualTo("replica 2 is old");
    client.awaitClose();
    assertThat(listener.next()).isEqualTo(new ClusterVersion(1, 2));
    assertThat(listener.next()).isInstanceOf(Closed.class);
    assertThat(listener.events).isEmpty();
  }

  @Test
  void an_upgrade_to_no_version_is_malformed() throws Exception {
    assertMalformed(upgrade(0, 1));
  }

  @Test
  void limits_of_sessions_are_offered_if_the_listener_knows_no_reason_against_them()
      throws Exception {
    SessionLimits wanted = new SessionLimits(1, new SessionSettings(10, 20, 30));
    RawConnection client = fixture.greet();
    client.write(control(BatchEntry.LIMITS, wanted.payload()));

    assertThat(listener.next()).isEqualTo(wanted);
    assertThat(listener.next())
        .isEqualTo(new Offered(9, BatchEntry.LIMITS, 1, 24 + SessionLimits.BYTES));

    listener.whyNotLimits = "the frames are too short";
    client.write(control(BatchEntry.LIMITS, wanted.payload()));
    assertThat(Refused.decode(client.read(FrameType.REFUSED)).reason())
        .isEqualTo("the frames are too short");
    client.awaitClose();
  }

  @Test
  void limits_of_sessions_that_are_none_are_malformed() throws Exception {
    assertMalformed(control(BatchEntry.LIMITS, new byte[SessionLimits.BYTES]));
  }

  private static ByteBuf upgrade(int level, int service) {
    return control(
        BatchEntry.UPGRADE, ByteBuffer.allocate(8).putInt(level).putInt(service).array());
  }

  private static ByteBuf control(long sequence, byte[] payload) {
    int bytes = BatchEntry.HEADER_BYTES + payload.length;
    EntryFrameWriter writer = EntryFrameWriter.requests(ALLOCATOR, bytes);
    writer.begin(bytes);
    writer.add(9, sequence, 0, payload);
    return writer.finish();
  }

  /** A client asks, and is answered with the status. */
  private void ask(ByteBuf frame) throws Exception {
    RawConnection client = fixture.greet();
    client.write(frame);

    assertThat(Status.decode(client.read(FrameType.STATUS)))
        .isEqualTo(new Status("{\"role\":\"follower\"}"));
  }

  private void assertMalformed(ByteBuf frame) throws Exception {
    RawConnection client = fixture.greet();
    client.write(frame);

    client.awaitClose();
    assertThat(listener.next()).isInstanceOf(Closed.class);
    assertThat(listener.events).isEmpty();
    assertThat(fixture.ingress.counters().malformed()).isEqualTo(1);
  }
}
