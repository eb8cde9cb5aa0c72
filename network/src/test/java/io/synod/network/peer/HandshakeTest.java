package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.EventLoop;
import io.synod.network.LogLines;
import io.synod.network.RawConnection;
import io.synod.network.peer.RecordingListener.Connected;
import io.synod.network.peer.RecordingListener.Disconnected;
import io.synod.network.transport.BackOff;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Levels;
import io.synod.network.wire.PeerHello;
import io.synod.network.wire.PeerWelcome;
import io.synod.network.wire.Refused;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** Replica 1 of three meets peers and strangers. */
@Timeout(60)
class HandshakeTest extends HandshakeFixture {

  @Test
  void a_peer_that_has_gone_before_its_welcome_is_not_connected() throws Exception {
    EventLoop loop = fixture.loop();
    for (int time = 0; time < 5; time++) {
      CountDownLatch gone = new CountDownLatch(1);
      loop.execute(() -> await(gone));
      try (Socket socket = new Socket()) {
        socket.connect(network.address());
        ByteBuf hello = hello();
        socket.getOutputStream().write(ByteBufUtil.getBytes(hello));
        hello.release();
        // Closed with a reset.
        socket.setSoLinger(true, 0);
      }
      gone.countDown();
      for (int cycle = 0; cycle < 200; cycle++) {
        loop.schedule(() -> {}, 1, TimeUnit.MILLISECONDS).get(10, TimeUnit.SECONDS);
      }
    }
    assertThat(network.isConnected(2)).isFalse();
    assertThat(listener.isEmpty()).isTrue();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bills  | 3 | 2 | 1 | this is cluster 'orders', not 'bills'; check",
        "orders | 5 | 2 | 1 | this cluster has 3 replicas, not 5; give",
        "orders | 3 | 2 | 0 | this is replica 1, not 0; check",
        "orders | 3 | 3 | 1 | replica 3 is not one of the replicas {0,1,2}",
        "orders | 3 | -1 | 1 | replica -1 is not one of the replicas {0,1,2}",
        "orders | 3 | 1 | 1 | this is replica 1 too; run",
        "bills  | 3 | 0 | 1 | this is cluster 'orders', not 'bills'; check",
        "orders | 3 | 0 | 2 | this is replica 1, not 2; check",
      })
  void a_hello_that_does_not_fit_is_refused_with_the_reason(
      String cluster, int replicas, int sender, int receiver, String reason) throws Exception {
    try (RawConnection dialler = RawConnection.to(network.address())) {
      dialler.write(
          new PeerHello(cluster, "count = 8", replicas, sender, receiver).encode(ALLOCATOR));

      assertThat(Refused.decode(dialler.read(FrameType.REFUSED)).reason()).startsWith(reason);
      dialler.awaitClose();
    }
    assertThat(network.counters().refused()).isEqualTo(1);
    assertThat(network.counters().malformed()).isZero();
    assertThat(listener.isEmpty()).isTrue();
  }

  @Test
  void a_client_that_takes_it_for_the_port_for_clients_is_refused_and_logged_once()
      throws Exception {
    try (LogLines lines = new LogLines("io.synod.network.peer.PeerConnection")) {
      for (ByteBuf first :
          List.of(
              new ClientHello("orders").encode(ALLOCATOR),
              Frame.empty(ALLOCATOR, FrameType.STATUS_REQUEST))) {
        try (RawConnection client = RawConnection.to(network.address())) {
          client.write(first);
          assertThat(Refused.decode(client.read(FrameType.REFUSED)).reason())
              .startsWith(
                  "this is the port for replicas of replica 1, not its port for clients; check");
          client.awaitClose();
        }
      }
      assertThat(lines.first())
          .singleElement()
          .asString()
          .contains("replica 1: connection from ", " was refused: this is the port for replicas");
    }
    assertThat(network.counters().refused()).isEqualTo(2);
    assertThat(network.counters().malformed()).isZero();
  }

  @Test
  void a_replica_that_has_dialled_a_port_for_clients_says_so_once() throws Exception {
    Refused wrongPort = Refused.wrongPort("the port for clients of replica 0");
    try (LogLines lines = new LogLines("io.synod.network.peer")) {
      for (int attempt = 0; attempt < 3; attempt++) {
        try (RawConnection other = new RawConnection(replica0.accept())) {
          other.read(FrameType.PEER_HELLO);
          other.write(wrongPort.encode(ALLOCATOR));
          other.awaitClose();
        }
      }
      assertThat(lines.first())
          .filteredOn(line -> line.contains("refused by replica 0: this is the port for clients"))
          .hasSize(1);
    }
  }

  @Test
  void another_wire_version_is_refused_with_both_versions() throws Exception {
    try (RawConnection dialler = RawConnection.to(network.address())) {
      dialler.write(hello().setByte(2, 7));

      assertThat(Refused.decode(dialler.read(FrameType.REFUSED)).reason())
          .isEqualTo("wire version 7 where 1 is spoken");
      dialler.awaitClose();
    }
    assertThat(network.counters().malformed()).isEqualTo(1);
  }

  @Test
  void a_replica_with_another_number_than_dialled_is_refused() throws Exception {
    try (RawConnection other = new RawConnection(replica0.accept())) {
      other.read(FrameType.PEER_HELLO);
      other.write(new PeerWelcome(2, Levels.OWN).encode(ALLOCATOR));

      assertThat(Refused.decode(other.read(FrameType.REFUSED)).reason())
          .isEqualTo("replica 2 answered at the address of replica 0; check the peer addresses");
    }
  }

  @Test
  void this_replica_introduces_itself_and_learns_why_it_is_refused() throws Exception {
    try (LogLines lines = new LogLines("io.synod.network.peer");
        RawConnection dialled = new RawConnection(replica0.accept())) {
      PeerHello hello = PeerHello.decode(dialled.read(FrameType.PEER_HELLO));
      dialled.write(new Refused("this is cluster 'bills'").encode(ALLOCATOR));
      dialled.awaitClose();

      assertThat(hello).isEqualTo(new PeerHello("orders", "count = 8", 3, 1, 0));
      assertThat(lines.first())
          .anyMatch(line -> line.contains("refused by replica 0: this is cluster 'bills'"));
      assertThat(listener.isEmpty()).isTrue();
    }
  }

  @Test
  void this_replica_learns_why_it_is_refused_by_one_that_has_dialled_it() throws Exception {
    try (LogLines lines = new LogLines("io.synod.network.peer");
        RawConnection dialler = welcomed()) {
      dialler.write(new Refused("replica 0 was dialled").encode(ALLOCATOR));
      dialler.awaitClose();

      assertThat(lines.first())
          .anyMatch(line -> line.contains("refused by replica 2: replica 0 was dialled"));
      listener.expect(new Connected(2));
      listener.expect(new Disconnected(2));
    }
  }

  @Test
  void a_lower_replica_that_has_started_is_dialled_though_the_old_connection_seems_to_be_alive()
      throws Exception {
    try (RawConnection halfOpen = new RawConnection(replica0.accept())) {
      halfOpen.read(FrameType.PEER_HELLO);
      halfOpen.write(new PeerWelcome(0, Levels.OWN).encode(ALLOCATOR));
      listener.expect(new Connected(0));

      notice();

      listener.expect(new Disconnected(0));
      try (RawConnection newer = new RawConnection(replica0.accept())) {
        newer.read(FrameType.PEER_HELLO);
        newer.write(new PeerWelcome(0, Levels.OWN).encode(ALLOCATOR));
        listener.expect(new Connected(0));
        halfOpen.awaitClose();
      }
    }
    assertThat(network.counters().refused()).isZero();
    assertThat(network.counters().malformed()).isZero();
  }

  @Test
  void a_lower_replica_that_has_started_is_dialled_though_an_old_dial_is_unanswered()
      throws Exception {
    try (RawConnection unanswered = new RawConnection(replica0.accept())) {
      unanswered.read(FrameType.PEER_HELLO);

      notice();

      try (RawConnection newer = new RawConnection(replica0.accept())) {
        newer.read(FrameType.PEER_HELLO);
        unanswered.awaitClose();
      }
    }
  }

  @Test
  void a_lower_replica_that_has_started_is_dialled_within_the_back_off() throws Exception {
    long quickestNanos = Long.MAX_VALUE;
    for (int tries = 0; tries < 5 && quickestNanos >= BackOff.NANOS_MAX / 2; tries++) {
      // Failed dials, until the next one waits for half a second or more.
      for (long wait = Dialler.DELAY_NANOS_MIN; wait < 2 * BackOff.NANOS_MAX; wait *= 2) {
        replica0.accept().close();
      }
      long begunNanos = System.nanoTime();
      notice();
      try (RawConnection answer = new RawConnection(replica0.accept())) {
        quickestNanos = Math.min(quickestNanos, System.nanoTime() - begunNanos);
        answer.read(FrameType.PEER_HELLO);
        answer.write(new PeerWelcome(0, Levels.OWN).encode(ALLOCATOR));
        listener.expect(new Connected(0));
      }
      listener.expect(new Disconnected(0));
    }
    assertThat(quickestNanos).isLessThan(BackOff.NANOS_MAX / 2);
  }

  @Test
  void a_replica_that_starts_notifies_those_with_higher_numbers() throws Exception {
    try (ServerSocket higher = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      InetSocketAddress address =
          InetSocketAddress.createUnresolved("localhost", higher.getLocalPort());
      higher.setSoTimeout(10_000);
      fixture.start(PeerFixture.settings(0, PeerFixture.UNKNOWN, address), listener);

      try (RawConnection notice = new RawConnection(higher.accept())) {
        assertThat(PeerHello.decode(notice.read(FrameType.PEER_HELLO)))
            .isEqualTo(new PeerHello("orders", "count = 8", 2, 0, 1));
        notice.awaitClose();
      }
      assertThat(listener.isEmpty()).isTrue();
    }
  }

  /** As replica 0 does when it has started. */
  private void notice() throws Exception {
    try (RawConnection notice = RawConnection.to(network.address())) {
      notice.write(new PeerHello("orders", "count = 8", 3, 0, 1).encode(ALLOCATOR));
      notice.awaitClose();
    }
  }

  @Test
  void a_stranger_cannot_stop_this_replica_by_refusing_it() throws Exception {
    try (RawConnection stranger = RawConnection.to(network.address())) {
      stranger.write(new Refused("go away").encode(ALLOCATOR));
      stranger.awaitClose();
    }
    assertThat(network.counters().malformed()).isEqualTo(1);
    assertThat(listener.isEmpty()).isTrue();
  }

  /** Both dial and say that they have started, so one of two connections ends at once. */
  @Test
  void a_young_connection_that_the_other_side_ends_is_no_warning() throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger("io.synod.network.peer");
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    long livedNanos = Long.MAX_VALUE;
    for (int tries = 0; tries < 5 && livedNanos >= PeerConnection.STARTING_NANOS; tries++) {
      lines.list.clear();
      long begunNanos = System.nanoTime();
      welcomed().close();
      listener.expect(new Connected(2));
      listener.expect(new Disconnected(2));
      livedNanos = System.nanoTime() - begunNanos;
    }
    logger.detachAppender(lines);
    assertThat(livedNanos).isLessThan(PeerConnection.STARTING_NANOS);
    assertThat(lines.list)
        .filteredOn(line -> line.getFormattedMessage().contains("replica 2"))
        .noneMatch(line -> line.getLevel().isGreaterOrEqual(Level.WARN));
  }

  @Test
  void silent_strangers_do_not_keep_a_peer_out_and_the_oldest_of_them_make_way() throws Exception {
    List<RawConnection> strangers = new ArrayList<>();
    try {
      for (int count = 0; count < 3 * Strangers.OF_ONE_ADDRESS_MAX; count++) {
        strangers.add(RawConnection.to(network.address()));
      }
      try (RawConnection peer = RawConnection.to(network.address())) {
        peer.write(hello());
        peer.read(FrameType.PEER_WELCOME);
        listener.expect(new Connected(2));
        for (int old = 0; old < 2 * Strangers.OF_ONE_ADDRESS_MAX; old++) {
          strangers.get(old).awaitClose();
        }
        for (int more = 0; more < 2 * Strangers.OF_ONE_ADDRESS_MAX; more++) {
          strangers.add(RawConnection.to(network.address()));
        }
        // One that was greeted is no stranger any more.
        assertThat(network.connectedPeers().contains(2)).isTrue();
      }
    } finally {
      for (RawConnection stranger : strangers) {
        stranger.close();
      }
    }
  }

  @Test
  void bursts_take_the_links_a_tenth_of_the_time_however_often_they_are_asked_for()
      throws Exception {
    try (RawConnection peer = RawConnection.to(network.address())) {
      peer.write(hello());
      peer.read(FrameType.PEER_WELCOME);
      long begunNanos = System.nanoTime();
      network.measureBandwidth().get();
      List<CompletableFuture<Void>> asked = new ArrayList<>();
      for (int time = 0; time < 100; time++) {
        asked.add(network.measureBandwidth());
      }
      for (CompletableFuture<Void> one : asked) {
        one.get();
      }
      assertThat(System.nanoTime() - begunNanos).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(900));
    }
  }

  @Test
  void a_message_before_the_handshake_closes_the_connection() throws Exception {
    byte[] catchUp = ByteBufUtil.decodeHexDump("5359012900000008ad3c2964000000000000000c");
    try (RawConnection stranger = RawConnection.to(network.address())) {
      stranger.write(catchUp);
      stranger.awaitClose();
    }
    assertThat(network.counters().malformed()).isEqualTo(1);
  }

  @Test
  void strangers_that_go_without_a_word_fill_no_log() throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger("io.synod.network.peer");
    logger.setLevel(Level.INFO);
    try (LogLines lines = new LogLines("io.synod.network.peer")) {
      for (int times = 0; times < 200; times++) {
        RawConnection.to(network.address()).close();
      }
      try (RawConnection last = RawConnection.to(network.address())) {
        // Answered behind the ends of all earlier connections.
        last.write(Frame.empty(ALLOCATOR, FrameType.STATUS_REQUEST));
        last.awaitClose();
      }
      assertThat(lines.first())
          .filteredOn(line -> line.contains("connection from ") || line.contains("connection with"))
          .hasSizeLessThanOrEqualTo(11);
    } finally {
      logger.setLevel(null);
    }
  }

  @Test
  void a_connection_that_stays_silent_is_closed() throws Exception {
    PeerNetwork impatient =
        fixture.start(
            PeerFixture.settings(0, 50, DatagramSettings.NONE, PeerFixture.UNKNOWN), listener);
    try (RawConnection silent = RawConnection.to(impatient.address())) {
      silent.awaitClose();
    }
    assertThat(listener.isEmpty()).isTrue();
  }
}
