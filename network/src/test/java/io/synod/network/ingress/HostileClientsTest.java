package io.synod.network.ingress;

import static io.synod.network.ingress.IngressFixture.ALLOCATOR;
import static io.synod.network.ingress.IngressFixture.await;
import static io.synod.network.ingress.IngressFixture.requests;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.synod.core.execution.ReplyStatus;
import io.synod.network.RawConnection;
import io.synod.network.ingress.RecordingIngress.Closed;
import io.synod.network.ingress.RecordingIngress.Offered;
import io.synod.network.ingress.RecordingIngress.TakesReplies;
import io.synod.network.wire.Busy;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.EntryFrameWriter;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameStreams;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Refused;
import io.synod.network.wire.ReplyFrameWriter;
import io.synod.network.wire.ReplyReader;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What clients may cost: each bound is reached, and somebody else is served behind it. */
@Timeout(60)
final class HostileClientsTest {
  private static final int MIB = 1 << 20;

  private IngressFixture fixture = new IngressFixture();

  @AfterEach
  void close() throws Exception {
    fixture.close();
  }

  private void restart(IngressLimits.Times times) throws Exception {
    fixture.close();
    fixture = new IngressFixture(times);
  }

  @Test
  void unfinished_frames_of_all_clients_are_bounded_and_the_oldest_makes_way() throws Exception {
    RawConnection first = unfinished(900_000);
    await(() -> fixture.ingress.unfinishedBytes() > 900_000);
    RawConnection second = unfinished(900_000);
    await(() -> fixture.ingress.unfinishedBytes() > 1_800_000);
    RawConnection third = unfinished(900_000);
    first.awaitClose();
    await(() -> fixture.ingress.unfinishedBytes() > 1_800_000);
    assertThat(fixture.ingress.unfinishedBytes())
        .isLessThanOrEqualTo(IngressFixture.UNFINISHED_BYTES);

    second.close();
    third.close();
    await(() -> fixture.ingress.unfinishedBytes() == 0);
  }

  /** Of a frame of a million bytes at most: two fit into the memory, however they arrive. */
  private RawConnection unfinished(int bytes) throws Exception {
    RawConnection client = fixture.greet();
    client.write(FrameStreams.claim(FrameType.REQUESTS, 1_000_000));
    client.write(new byte[bytes]);
    return client;
  }

  @Test
  void a_client_that_takes_nothing_of_what_waits_for_it_is_disconnected() throws Exception {
    restart(IngressFixture.times(5_000, 600_000, 100));
    Client client = client(7);
    client.fill(MIB);
    fixture.listener.expect(new Closed(client.accepted));
    assertThat(fixture.ingress.counters().slow()).isEqualTo(1);
  }

  @Test
  void the_client_for_which_most_waits_makes_way_when_too_much_waits_for_all() throws Exception {
    Client greedy = client(1);
    Client second = client(2);
    Client third = client(3);
    // Its share of the buffer of a client is below what disconnects it as slow.
    second.fill(2 * MIB);
    third.fill(2 * MIB);
    greedy.fill(7 * MIB / 2);
    second.fill(11 * MIB / 4);
    fixture.listener.expect(new Closed(greedy.accepted));
    await(() -> fixture.ingress.repliesBytes() < IngressFixture.REPLIES_BYTES);
    assertThat(second.accepted.isOpen()).isTrue();
    assertThat(third.accepted.isOpen()).isTrue();
  }

  @Test
  void while_much_waits_only_clients_with_few_waiting_replies_are_answered() throws Exception {
    restart(IngressFixture.times(5_000, 600_000, 3_600_000));
    Client slow = client(1);
    Client second = client(2);
    slow.fill(7 * MIB / 2);
    int sent = second.fill(5 * MIB / 2);
    // It reads, and is slower than what is sent to it.
    Client third = client(3);
    int unread = third.fill(3 * MIB / 4, MIB / 16);
    assertThat(third.accepted.takesReplies()).isFalse();
    third.raw.write(requests(3, 2, 1, 0));
    EntryFrameWriter queries = EntryFrameWriter.queries(ALLOCATOR, MIB);
    queries.begin(0);
    queries.add(0, 5, 0, new byte[1]);
    third.raw.write(queries.finish());
    await(() -> fixture.ingress.counters().busy() == 2);
    third.read(unread);
    assertThat(Busy.decode(third.raw.read(FrameType.BUSY))).isEqualTo(new Busy(3, 2));
    ReplyReader.read(
        third.raw.read(FrameType.QUERY_REPLIES),
        (session, sequence, status, in, at, bytes) ->
            assertThat(status).isEqualTo(ReplyStatus.BUSY));
    Client fourth = client(4);
    assertThat(fourth.accepted.takesReplies()).isTrue();
    assertThat(second.accepted.takesReplies()).isFalse();
    second.accepted.awaitReplies();

    slow.raw.close();
    fixture.listener.expect(new Closed(slow.accepted));
    second.read(sent);
    fixture.listener.expect(new TakesReplies(second.accepted));
    assertThat(second.accepted.takesReplies()).isTrue();
  }

  @Test
  void clients_that_take_nothing_make_way_for_those_that_read() throws Exception {
    Client slow = client(1);
    Client second = client(2);
    slow.fill(7 * MIB / 2);
    second.fill(5 * MIB / 2);
    Client third = client(3);
    await(() -> third.accepted.takesReplies() && fixture.ingress.counters().slow() > 0);
    fixture.listener.expect(new Closed(slow.accepted));
    assertThat(second.accepted.isOpen()).isTrue();
  }

  @Test
  void a_client_that_reads_again_takes_replies_and_is_reported_at_once() throws Exception {
    Client client = client(1);
    client.accepted.awaitReplies();
    fixture.listener.expect(new TakesReplies(client.accepted));
    int sent = client.fill(MIB);
    assertThat(client.accepted.takesReplies()).isFalse();
    client.accepted.awaitReplies();
    client.read(sent);
    fixture.listener.expect(new TakesReplies(client.accepted));
  }

  @Test
  void a_flood_of_status_requests_that_nobody_reads_ends_its_connection() throws Exception {
    RawConnection flood = fixture.connect();
    ByteBuf one = Frame.empty(ALLOCATOR, FrameType.STATUS_REQUEST);
    byte[] many = new byte[one.readableBytes() * 100_000];
    for (int at = 0; at < many.length; at += one.readableBytes()) {
      one.getBytes(0, many, at, one.readableBytes());
    }
    one.release();
    for (int time = 0; time < 10 && fixture.ingress.counters().slow() == 0; time++) {
      writeUnlessClosed(flood, many);
      assertThat(fixture.ingress.repliesBytes()).isLessThan(IngressFixture.REPLIES_BYTES);
    }
    fixture.greet();
  }

  @Test
  void a_client_with_unread_status_is_closed_first_when_too_much_waits() throws Exception {
    restart(IngressFixture.times(5_000, 600_000, 3_600_000));
    fixture.listener.statusJson = "x".repeat(MIB / 4);
    Client slow = client(1);
    Client second = client(2);
    slow.fill(7 * MIB / 2);
    second.fill(3 * MIB);
    RawConnection flood = fixture.connect();
    ByteBuf one = Frame.empty(ALLOCATOR, FrameType.STATUS_REQUEST);
    // Of one read; they ask for less than what disconnects a client as slow.
    ByteBuf asked = ALLOCATOR.buffer();
    for (int time = 0; time < 15; time++) {
      asked.writeBytes(one.duplicate());
    }
    one.release();
    flood.write(asked);
    await(() -> fixture.ingress.counters().slow() == 1);
    await(() -> fixture.ingress.repliesBytes() < IngressFixture.REPLIES_BYTES);
    assertThat(slow.accepted.isOpen()).isTrue();
    assertThat(second.accepted.isOpen()).isTrue();
  }

  @Test
  void a_refused_client_that_does_not_read_is_closed_soon() throws Exception {
    restart(IngressFixture.times(5_000, 600_000, 3_600_000));
    fixture.listener.statusJson = "x".repeat(64 << 10);
    try (Socket refused = unread(60, new ClientHello("other"))) {
      await(() -> fixture.ingress.counters().refused() == 1);
      await(() -> fixture.ingress.counters().connections() == 0);
      // What waits is released behind the connection's end.
      await(() -> fixture.ingress.repliesBytes() == 0);
      assertThat(refused.isClosed()).as("this end").isFalse();
    }
  }

  @Test
  void a_client_that_its_welcome_disconnects_is_forgotten() throws Exception {
    restart(IngressFixture.times(5_000, 600_000, 3_600_000));
    fixture.listener.statusJson = "x".repeat((64 << 10) - 12);
    try (Socket slow = unread(64, new ClientHello(IngressFixture.CLUSTER))) {
      await(() -> fixture.ingress.counters().slow() == 1);
      await(() -> fixture.ingress.counters().connections() == 0);
      assertThat(fixture.ingress.port().greeted()).isEmpty();
      assertThat(slow.isClosed()).as("this end").isFalse();
    }
  }

  /** A client that asks for its status, says hello in the same read, and reads nothing. */
  private Socket unread(int questions, ClientHello hello) throws Exception {
    ByteBuf sent = ALLOCATOR.buffer();
    for (int question = 0; question < questions; question++) {
      append(sent, Frame.empty(ALLOCATOR, FrameType.STATUS_REQUEST));
    }
    append(sent, hello.encode(ALLOCATOR));
    byte[] bytes = new byte[sent.readableBytes()];
    sent.readBytes(bytes).release();
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4 << 10);
    socket.connect(fixture.ingress.address());
    socket.getOutputStream().write(bytes);
    return socket;
  }

  private static void append(ByteBuf to, ByteBuf frame) {
    to.writeBytes(frame);
    frame.release();
  }

  @Test
  void a_client_that_waits_only_for_others_continues_once_memory_is_free() throws Exception {
    Client waiting = client(1);
    Client reading = client(2);
    ReplyMemory replies = fixture.ingress.port().replies();
    replies.take(IngressFixture.REPLIES_BYTES);
    assertThat(waiting.accepted.takesReplies()).isFalse();
    waiting.accepted.awaitReplies();
    replies.give(1, (AcceptedClient) reading.accepted);
    fixture.listener.expect(new TakesReplies(waiting.accepted));
  }

  /** Which counts where it is asked how long a client has taken nothing: see ClientTimesTest. */
  @Test
  void a_client_that_reads_a_part_of_a_long_answer_has_taken_something() throws Exception {
    restart(IngressFixture.times(5_000, 600_000, 3_600_000));
    Client client = client(1);
    AcceptedClient server = (AcceptedClient) client.accepted;
    int length = 7 * MIB;
    server.send(ALLOCATOR.directBuffer(length).writeZero(length));
    client.settle();
    long beganNanos = System.nanoTime();
    // The system asks for more when a third of its buffer is free, which may be more than a
    // mebibyte.
    while (hasTakenNothingSince(server, beganNanos)) {
      client.raw.readBytes(MIB / 16);
      client.settle();
    }
    assertThat(server.unsentBytes()).as("the rest").isPositive();
  }

  private static boolean hasTakenNothingSince(AcceptedClient server, long beganNanos) {
    long nowNanos = System.nanoTime();
    return server.outbound().stalledNanos(nowNanos) >= nowNanos - beganNanos;
  }

  /** The other side stops reading before it has answered more than may wait. */
  private static void writeUnlessClosed(RawConnection to, byte[] bytes) throws Exception {
    Thread writer =
        new Thread(
            () -> {
              try {
                to.write(bytes);
              } catch (IOException closed) {
                return;
              }
            });
    writer.setDaemon(true);
    writer.start();
    writer.join(200);
  }

  @Test
  void a_name_of_a_stranger_s_is_shown_short_and_on_one_line() throws Exception {
    RawConnection client = fixture.connect();
    client.write(new ClientHello("evil\u202e" + "x".repeat(3000)).encode(ALLOCATOR));
    String reason = Refused.decode(client.read(FrameType.REFUSED)).reason();
    assertThat(reason).startsWith("this is cluster 'orders', not 'evil?xxx").hasSizeLessThan(160);
  }

  @Test
  void an_exception_of_the_listener_costs_its_connection_only() throws Exception {
    Client other = client(1);
    RawConnection broken = fixture.greet();
    IllegalStateException bug = new IllegalStateException("a bug");
    fixture.listener.failure = bug;
    broken.write(requests(2, 1, 1, 0));
    broken.awaitClose();
    Object event = fixture.listener.next();
    while (event != bug) {
      event = fixture.listener.next();
    }
    fixture.listener.failure = null;
    other.raw.write(requests(1, 2, 1, 0));
    fixture.listener.expect(new Offered(1, 2, 1, 24));
  }

  @Test
  void a_request_that_is_a_small_part_of_its_buffer_is_copied() throws Exception {
    ByteBuf frame = requests(7, 1, 1, 100);
    frame.skipBytes(12);
    ByteBuf large = Unpooled.buffer(64 << 10).writeBytes(frame.duplicate()).writeZero(60_000);
    ByteBuf small = Unpooled.buffer(frame.readableBytes()).writeBytes(frame.duplicate());
    for (ByteBuf buffer : new ByteBuf[] {large, small}) {
      ByteBuf body = buffer.slice(0, frame.readableBytes());
      RequestCheck check = new RequestCheck(1000);
      check.check(body);
      RequestFrame kept = check.retained();
      assertThat(buffer.refCnt()).isEqualTo(buffer == large ? 1 : 2);
      byte[] bytes = new byte[kept.bytes()];
      kept.copyTo(0, bytes, 0, bytes.length);
      assertThat(Unpooled.wrappedBuffer(bytes)).isEqualTo(body);
      kept.release();
      assertThat(buffer.refCnt()).isEqualTo(1);
      buffer.release();
    }
    frame.release();
  }

  private Client client(long session) throws Exception {
    RawConnection raw = fixture.greet();
    raw.write(requests(session, 1, 1, 0));
    ClientConnection accepted = fixture.listener.nextSession(session);
    fixture.listener.expect(new Offered(session, 1, 1, 24));
    return new Client(raw, accepted, fixture);
  }

  /** Both ends of a connection. */
  private record Client(RawConnection raw, ClientConnection accepted, IngressFixture fixture) {

    /** Sends replies until so many bytes wait for the client; returns how many replies. */
    int fill(int waiting) throws Exception {
      return fill(waiting, MIB / 4);
    }

    int fill(int waiting, int answerBytes) throws Exception {
      AcceptedClient server = (AcceptedClient) accepted;
      int sent = 0;
      while (server.unsentBytes() < waiting && server.isOpen()) {
        server.send(answer(answerBytes));
        sent++;
        settle();
      }
      return sent;
    }

    /** Waits until the event loops have given the sockets what they take. */
    private void settle() throws Exception {
      for (int loop = 0; loop < 2; loop++) {
        fixture.loops().next().submit(() -> {}).get(10, TimeUnit.SECONDS);
      }
    }

    void read(int replies) throws Exception {
      for (int read = 0; read < replies; read++) {
        raw.read(FrameType.REPLIES);
      }
    }

    private static ByteBuf answer(int bytes) {
      ReplyFrameWriter writer = ReplyFrameWriter.replies(ALLOCATOR, MIB);
      writer.begin();
      writer.add(7, 1, ReplyStatus.OK, new byte[bytes]);
      return writer.finish();
    }
  }
}
