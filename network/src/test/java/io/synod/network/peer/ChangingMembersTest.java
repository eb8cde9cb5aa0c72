package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.message.CatchUp;
import io.synod.network.RawConnection;
import io.synod.network.peer.RecordingListener.Connected;
import io.synod.network.peer.RecordingListener.Disconnected;
import io.synod.network.peer.RecordingListener.Received;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Levels;
import io.synod.network.wire.PeerHello;
import io.synod.network.wire.Refused;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Members and standbys with any numbers find each other when the members change. */
@Timeout(60)
class ChangingMembersTest {
  private static final String TERMS = "replicas = 2, count = 8";

  private final PeerFixture fixture = new PeerFixture();
  private final List<Integer> ports = PeerFixture.freePorts(8);
  private final RecordingListener listener3 = new RecordingListener();
  private final RecordingListener listener5 = new RecordingListener();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void a_standby_with_a_lower_number_gets_connections_to_all_members() throws Exception {
    PeerNetwork standby = standbyOfTwo(1);

    send(standby, ReplicaSet.of(3).with(5), new CatchUp(7));

    listener3.expect(new Received(1, new CatchUp(7)));
    listener5.expect(new Received(1, new CatchUp(7)));
  }

  @Test
  void a_standby_with_a_higher_number_gets_connections_to_all_members() throws Exception {
    PeerNetwork standby = standbyOfTwo(7);

    send(standby, ReplicaSet.of(3).with(5), new CatchUp(7));

    listener3.expect(new Received(7, new CatchUp(7)));
    listener5.expect(new Received(7, new CatchUp(7)));
  }

  @Test
  void a_standby_that_becomes_a_member_keeps_its_connections_and_is_dialled_from_then_on()
      throws Exception {
    PeerNetwork member3 = startMember3();
    PeerNetwork member5 = startMember5();
    RecordingListener listener1 = new RecordingListener();
    PeerNetwork standby = start(standby(1, 3, 5), listener1);
    listener3.expect(new Connected(1));
    listener5.expect(new Connected(1));
    // From 3 and from 5, in any order, and before anything that is sent.
    listener1.next();
    listener1.next();

    for (PeerNetwork one : List.of(member3, member5, standby)) {
      apply(one, 1, addresses(1, 3, 5));
    }
    send(member3, ReplicaSet.of(1), new CatchUp(2));
    listener1.expect(new Received(3, new CatchUp(2)));
    standby.close();
    listener3.expect(new Disconnected(1));
    listener5.expect(new Disconnected(1));

    // Again as a member that has not learned of the change: it is connected, whichever side dials.
    start(standby(1, 3, 5), listener1);
    listener3.expect(new Connected(1));
    listener5.expect(new Connected(1));
    sendUntilReceived(member3, 3, 1, listener1);
    sendUntilReceived(member5, 5, 1, listener1);
  }

  @Test
  void a_removed_member_keeps_its_connection_and_is_not_dialled_again() throws Exception {
    PeerNetwork member3 = startMember3();
    PeerNetwork member5 = startMember5();

    apply(member5, 1, addresses(5));
    send(member5, ReplicaSet.of(3), new CatchUp(1));
    listener3.expect(new Received(5, new CatchUp(1)));

    member3.close();
    listener5.expect(new Disconnected(3));
    // It dials, because it does not know that it was removed.
    start(member(3, 3, 5), listener3);
    listener5.expect(new Connected(3));
    listener3.expect(new Connected(5));
    assertThat(member5.counters().refused()).isZero();
  }

  @Test
  void a_member_that_has_moved_is_dialled_at_its_new_address() throws Exception {
    PeerNetwork before = startMember3();
    PeerNetwork member5 = startMember5();
    Map<Integer, InetSocketAddress> moved = addresses(3, 5);
    moved.put(3, address(7));

    apply(member5, 1, moved);
    send(member5, ReplicaSet.of(3), new CatchUp(1));
    listener3.expect(new Received(5, new CatchUp(1)));
    RecordingListener listenerThere = new RecordingListener();
    PeerNetwork after = start(settings(3, false, moved), listenerThere);
    apply(after, 1, moved);

    listener5.expect(new Disconnected(3));
    listener5.expect(new Connected(3));
    listenerThere.expect(new Connected(5));
    sendUntilReceived(member5, 5, 3, listenerThere);
    listener3.expect(new Disconnected(5));
    assertThat(before.connected()).isZero();
  }

  @Test
  void a_member_whose_known_address_leads_to_no_replica_is_connected_as_it_dials_itself()
      throws Exception {
    Map<Integer, InetSocketAddress> outdated = addresses(3, 5);
    outdated.put(3, address(7));
    try (ServerSocket elsewhere =
        new ServerSocket(ports.get(7), 16, InetAddress.getLoopbackAddress())) {
      Thread closing = new Thread(() -> closeAll(elsewhere), "elsewhere");
      closing.start();
      PeerNetwork member5 = start(settings(5, false, outdated), listener5);
      start(member(3, 3, 5), listener3);

      listener5.expect(new Connected(3));
      listener3.expect(new Connected(5));
      sendUntilReceived(member5, 5, 3, listener3);
    }
  }

  /** As a proxy without the process behind it. */
  private static void closeAll(ServerSocket elsewhere) {
    try {
      while (true) {
        elsewhere.accept().close();
      }
    } catch (IOException closed) {
      return;
    }
  }

  @Test
  void messages_to_a_replica_that_nobody_knows_are_dropped_and_counted() throws Exception {
    PeerNetwork member3 = start(member(3, 3, 5), listener3);

    send(member3, ReplicaSet.of(31).with(0), new CatchUp(1));

    assertThat(member3.counters(31).dropped()).isEqualTo(1);
    assertThat(member3.counters(0).dropped()).isEqualTo(1);
  }

  @Test
  void four_standbys_are_let_in_and_no_more_at_a_time() throws Exception {
    PeerNetwork member3 = start(member(3, 3, 5), listener3);
    List<RawConnection> standbys = new ArrayList<>();
    try {
      for (int number : List.of(0, 31, 8, 9)) {
        standbys.add(greet(member3, hello(number, TERMS, 2, 0, true)));
        listener3.expect(new Connected(number));
      }
      assertThat(refusal(member3, hello(10, TERMS, 2, 0, true)))
          .isEqualTo(
              "replica 10 is no member, and replicas {0,8,9,31}, which are none either, are"
                  + " connected already: at most 4 may be; stop some of them");

      // One of them that connects again takes its own place.
      standbys.add(greet(member3, hello(8, TERMS, 2, 0, true)));
      listener3.expect(new Disconnected(8));
      listener3.expect(new Connected(8));
      standbys.get(0).close();
      listener3.expect(new Disconnected(0));
      standbys.add(greet(member3, hello(10, TERMS, 2, 0, true)));
      listener3.expect(new Connected(10));
    } finally {
      for (RawConnection standby : standbys) {
        standby.close();
      }
    }
  }

  @Test
  void the_size_of_the_cluster_matters_among_those_that_form_it_only() throws Exception {
    PeerNetwork member3 = start(member(3, 3, 5), listener3);
    String three = "replicas = 3, count = 8";

    assertThat(refusal(member3, hello(5, three, 3, 0, false))).startsWith("this cluster has 2");
    assertThat(refusal(member3, hello(8, TERMS, 2, 0, false)))
        .startsWith("replica 8 is not one of the replicas {3,5} of this cluster");
    greet(member3, hello(8, three, 3, 0, true)).close();
    greet(member3, hello(9, three, 3, 4, false)).close();
    assertThat(refusal(member3, hello(8, "replicas = 3, count = 9", 3, 0, true)))
        .startsWith("count is 9 at replica 8 and 8 at replica 3");
    apply(member3, 2, addresses(3, 5));
    greet(member3, hello(10, three, 3, 0, false)).close();
  }

  /**
   * Has said to replica 5, which is not there yet, that it has started, and now awaits its dial.
   */
  private PeerNetwork startMember3() throws Exception {
    try (ServerSocket inPlaceOf5 =
        new ServerSocket(ports.get(5), 1, InetAddress.getLoopbackAddress())) {
      PeerNetwork member3 = start(member(3, 3, 5), listener3);
      try (RawConnection notice = new RawConnection(inPlaceOf5.accept())) {
        notice.read(FrameType.PEER_HELLO);
      }
      return member3;
    }
  }

  private PeerNetwork startMember5() throws Exception {
    PeerNetwork member5 = start(member(5, 3, 5), listener5);
    listener3.expect(new Connected(5));
    listener5.expect(new Connected(3));
    return member5;
  }

  private PeerNetwork standbyOfTwo(int number) throws Exception {
    startMember3();
    startMember5();
    RecordingListener listener = new RecordingListener();
    PeerNetwork standby = start(standby(number, 3, 5), listener);
    listener3.expect(new Connected(number));
    listener5.expect(new Connected(number));
    listener.next();
    listener.next();
    return standby;
  }

  private PeerNetwork start(PeerSettings settings, RecordingListener listener) throws Exception {
    return fixture.start(settings, listener);
  }

  private PeerSettings member(int self, int... members) {
    return settings(self, false, addresses(members));
  }

  private PeerSettings standby(int self, int... members) {
    Map<Integer, InetSocketAddress> addresses = addresses(members);
    addresses.put(self, address(self));
    return settings(self, true, addresses);
  }

  private static PeerSettings settings(
      int self, boolean joins, Map<Integer, InetSocketAddress> addresses) {
    return new PeerSettings(
        "orders",
        TERMS,
        "count = 8",
        self,
        joins,
        addresses,
        1 << 20,
        1 << 20,
        PeerSettings.HANDSHAKE_NANOS,
        self,
        DatagramSettings.NONE,
        Levels.OWN);
  }

  private Map<Integer, InetSocketAddress> addresses(int... numbers) {
    Map<Integer, InetSocketAddress> addresses = new TreeMap<>();
    for (int number : numbers) {
      addresses.put(number, address(number));
    }
    return addresses;
  }

  private InetSocketAddress address(int number) {
    return InetSocketAddress.createUnresolved("127.0.0.1", ports.get(number));
  }

  private static void apply(
      PeerNetwork network, long membership, Map<Integer, InetSocketAddress> addresses) {
    network.apply(membership, ReplicaSet.of(addresses.keySet()), addresses);
  }

  private static PeerHello hello(
      int sender, String terms, int replicas, long membership, boolean isStandby) {
    return new PeerHello("orders", terms, replicas, sender, 3, Levels.OWN, membership, isStandby);
  }

  private static RawConnection greet(PeerNetwork network, PeerHello hello) throws IOException {
    RawConnection connection = RawConnection.to(network.address());
    connection.write(hello.encode(ByteBufAllocator.DEFAULT));
    connection.read(FrameType.PEER_WELCOME);
    return connection;
  }

  private static String refusal(PeerNetwork network, PeerHello hello) throws Exception {
    try (RawConnection connection = RawConnection.to(network.address())) {
      connection.write(hello.encode(ByteBufAllocator.DEFAULT));
      return Refused.decode(connection.read(FrameType.REFUSED)).reason();
    }
  }

  /** Where both sides dial they may connect twice, and what is sent between is lost. */
  private void sendUntilReceived(
      PeerNetwork network, int self, int to, RecordingListener listener) {
    CatchUp message = new CatchUp(100);
    while (!listener.has(new Received(self, message))) {
      send(network, ReplicaSet.of(to), message);
      LockSupport.parkNanos(10_000_000);
    }
  }

  private void send(PeerNetwork network, ReplicaSet to, CatchUp message) {
    fixture.send(network, to, message);
  }
}
