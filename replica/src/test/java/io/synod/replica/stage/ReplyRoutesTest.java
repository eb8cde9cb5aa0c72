package io.synod.replica.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.settings.SessionSettings;
import io.synod.network.wire.Frame;
import io.synod.network.wire.ReplyReader;
import io.synod.network.wire.WantEvents;
import io.synod.replica.instrumentation.StageTally;
import io.synod.replica.instrumentation.Total;
import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where replies go, and when: each answer has 30,000 bytes. */
final class ReplyRoutesTest {
  private static final int ANSWER_BYTES = 30_000;

  private final Execution execution =
      new Execution(new FixedAnswers(ANSWER_BYTES), new SessionSettings(1_000, 4096, 100));
  private final StageTally tally = new StageTally(true);
  private final ReplyRoutes routes = routes(5);

  private ReplyRoutes routes(int ofAll) {
    ReplyRoutes routes = new ReplyRoutes("replica 0", 1 << 20, 3, tally);
    routes.allow(ofAll);
    return routes;
  }

  @Test
  void replies_leave_as_soon_as_they_are_long() throws Exception {
    Client client = new Client();
    routes.add(client, 7);
    execute(7, 0, 1, 2, 3, 4, 5, 6);
    assertThat(client.sequences).as("before the flush").containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
    assertThat(client.sends).isEqualTo(2);
    routes.flush();
    assertThat(client.sends).isEqualTo(2);
  }

  @Test
  void buffers_of_all_connections_together_are_bounded() throws Exception {
    List<Client> clients = new ArrayList<>();
    ReplyRoutes many = routes(1000);
    for (int session = 0; session < 100; session++) {
      clients.add(new Client());
      many.add(clients.get(session), session);
      many.reply(session, 1, ReplyStatus.OK, new byte[ANSWER_BYTES]);
      long waiting = clients.stream().filter(client -> client.sends == 0).count();
      assertThat(waiting * ANSWER_BYTES).isLessThan((1 << 20) + ANSWER_BYTES);
    }
    many.flush();
    assertThat(clients).allMatch(client -> client.sends == 1);
  }

  @Test
  void answers_wait_in_their_session_while_the_connection_takes_none() throws Exception {
    Client client = new Client();
    routes.add(client, 7);
    execute(7, 0, 1);
    routes.flush();
    client.takes = false;
    execute(7, 2, 3, 4);
    routes.flush();
    assertThat(client.sequences).containsExactly(0L, 1L);
    assertThat(client.awaited).isEqualTo(1);

    client.takes = true;
    routes.resume(client, execution);
    assertThat(client.sequences).containsExactly(0L, 1L, 2L, 3L, 4L);
    execute(7, 5);
    routes.flush();
    assertThat(client.sequences).endsWith(5L);
  }

  @Test
  void a_connection_that_stops_taking_in_between_gets_the_rest_later() throws Exception {
    Client client = new Client();
    routes.add(client, 7);
    client.takes = false;
    execute(7, 0, 1, 2, 3, 4, 5, 6, 7);
    routes.flush();
    assertThat(client.sequences).as("control sequences are short").containsExactly(0L);
    client.takes = true;
    client.takesBytes = 100_000;
    routes.resume(client, execution);
    int first = client.sequences.size();
    assertThat(first).isBetween(4, 7);
    assertThat(client.awaited).isEqualTo(2);
    client.takesBytes = Integer.MAX_VALUE;
    client.takes = true;
    routes.resume(client, execution);
    assertThat(client.sequences).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
  }

  @Test
  void a_repetition_of_an_earlier_request_waits_with_the_others() throws Exception {
    Client client = new Client();
    routes.add(client, 7);
    execute(7, 0, 1, 2);
    routes.flush();
    client.takes = false;
    execute(7, 3);
    execute(7, 2, 3);
    client.takes = true;
    routes.resume(client, execution);
    assertThat(client.sequences).containsExactly(0L, 1L, 2L, 2L, 3L);
  }

  @Test
  void a_session_that_was_closed_has_no_route_left() throws Exception {
    Client client = new Client();
    for (int session = 0; session < 100; session++) {
      routes.add(client, session);
      execute(session, 0, BatchEntry.CLOSE);
      assertThat(routes.routes()).isZero();
      assertThat(client.closed).isEqualTo(session + 1);
    }
    routes.flush();
    assertThat(client.sequences).hasSize(200);
  }

  @Test
  void routes_of_sessions_that_never_end_are_bounded_by_connection_and_in_all() {
    Client first = new Client();
    for (int session = 0; session < 100; session++) {
      routes.add(first, session);
      assertThat(routes.routes()).isLessThanOrEqualTo(3);
    }
    assertThat(first.closed).as("places that are given back").isEqualTo(97);
    for (int index = 0; index < 10; index++) {
      Client another = new Client();
      routes.add(another, 1000 + index);
      routes.add(another, 2000 + index);
    }
    assertThat(routes.routes()).as("one for each connection, and two").isLessThanOrEqualTo(14);
    routes.remove(first);
    assertThat(routes.routes()).isLessThanOrEqualTo(11);
  }

  @Test
  void a_connection_that_has_ended_gets_no_route() {
    Client client = new Client();
    client.open = false;
    routes.add(client, 7);
    assertThat(routes.routes()).isZero();
  }

  /** Publishes "e1", "e2" and so on to the session of each request, and answers nothing. */
  private static final class Publisher implements Service {
    private int published;

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) {
      context.publish(context.session(), ("e" + ++published).getBytes(StandardCharsets.UTF_8));
      return new byte[0];
    }

    @Override
    public Snapshot snapshot() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void restore(InputStream in) {}
  }

  private final Execution publishing =
      new Execution(new Publisher(), new SessionSettings(1_000, 4096, 100));

  @Test
  void events_go_to_the_connection_that_asked_for_them() throws Exception {
    Client client = new Client();
    routes.add(client, 7);
    execute(publishing, 7, 0, 1);
    routes.flush();
    assertThat(client.lines).containsExactly("0 OK", "1 OK");
    routes.wantEvents(client, new WantEvents(7, 1, 2), publishing);
    execute(publishing, 7, 2);
    routes.flush();
    assertThat(client.lines).containsExactly("0 OK", "1 OK", "1 EVENT e1", "2 EVENT e2", "2 OK");

    Client next = new Client();
    routes.add(next, 7);
    routes.wantEvents(next, new WantEvents(7, 2, 2), publishing);
    assertThat(next.lines).containsExactly("2 EVENT e2", "2 OK");
    execute(publishing, 7, 3);
    routes.flush();
    assertThat(next.lines).endsWith("3 EVENT e3", "3 OK");
    assertThat(client.lines).hasSize(5);
  }

  @Test
  void events_of_a_session_that_lags_here_begin_where_the_client_wants() throws Exception {
    Client client = new Client();
    routes.add(client, 7);
    routes.wantEvents(client, new WantEvents(7, 3, 1), publishing);
    execute(publishing, 7, 0, 1, 2, 3);
    routes.flush();
    assertThat(client.lines).containsExactly("0 OK", "1 OK", "2 OK", "3 EVENT e3", "3 OK");
  }

  @Test
  void events_wait_in_their_order_for_a_connection_that_takes_none() throws Exception {
    Client client = new Client();
    routes.add(client, 7);
    routes.wantEvents(client, new WantEvents(7, 1, 1), publishing);
    execute(publishing, 7, 0, 1);
    routes.flush();
    client.takes = false;
    execute(publishing, 7, 2, 3);
    routes.flush();
    assertThat(client.lines).hasSize(3);
    assertThat(client.awaited).isEqualTo(1);
    // Not before those that wait.
    client.takes = true;
    execute(publishing, 7, 4);
    routes.flush();
    assertThat(client.lines).hasSize(3);
    routes.resume(client, publishing);
    assertThat(client.lines)
        .containsExactly(
            "0 OK",
            "1 EVENT e1",
            "1 OK",
            "2 EVENT e2",
            "2 OK",
            "3 EVENT e3",
            "3 OK",
            "4 EVENT e4",
            "4 OK");
    // Asked again, while nothing is taken.
    client.takes = false;
    routes.wantEvents(client, new WantEvents(7, 4, 4), publishing);
    assertThat(client.lines).hasSize(9);
    client.takes = true;
    routes.resume(client, publishing);
    assertThat(client.lines).hasSize(11).endsWith("4 EVENT e4", "4 OK");
  }

  /** The limits may have grown beyond what this replica's frames hold. */
  @Test
  void an_event_that_fits_no_frame_is_no_answer_and_nothing_behind_it_is_sent() throws Exception {
    Client client = new Client();
    ReplyRoutes small = new ReplyRoutes("replica 0", 256, 3, tally);
    small.add(client, 7);
    small.wantEvents(client, new WantEvents(7, 1, 1), publishing);
    small.event(7, 1, new byte[235]);
    small.event(7, 2, new byte[236]);
    small.reply(7, 1, ReplyStatus.OK, new byte[1]);
    small.event(7, 3, new byte[1]);
    small.flush();
    assertThat(client.sequences).as("numbers of what is sent").containsExactly(1L);
    assertThat(client.lines.get(0)).startsWith("1 EVENT");
    assertThat(client.awaited).as("asked to say when it takes replies").isZero();
    // The next leader has larger frames.
    Client next = new Client();
    routes.add(next, 7);
    routes.wantEvents(next, new WantEvents(7, 1, 2), publishing);
    routes.event(7, 2, new byte[236]);
    routes.flush();
    assertThat(next.lines).hasSize(1);
    assertThat(next.lines.get(0)).startsWith("2 EVENT");
  }

  @Test
  void events_are_not_counted_as_answers() throws Exception {
    Client client = new Client();
    execute(publishing, 7, 0);
    routes.wantEvents(client, new WantEvents(7, 1, 1), publishing);
    execute(publishing, 7, 1, 2);
    routes.flush();
    assertThat(client.lines).containsExactly("1 EVENT e1", "1 OK", "2 EVENT e2", "2 OK");
    long[] totals = new long[Total.values().length];
    tally.writeTo(totals);
    assertThat(totals[Total.REPLIES.ordinal()]).isEqualTo(2);
    assertThat(totals[Total.ANSWER_BYTES.ordinal()]).isZero();
  }

  @Test
  void a_connection_that_has_ended_gets_none() throws Exception {
    Client client = new Client();
    client.open = false;
    routes.wantEvents(client, new WantEvents(7, 1, 1), publishing);
    execute(publishing, 7, 0, 1);
    routes.flush();
    assertThat(client.lines).isEmpty();
    assertThat(routes.routes()).isZero();
  }

  private void execute(long session, long... sequences) {
    execute(execution, session, sequences);
  }

  private void execute(Execution on, long session, long... sequences) {
    ByteArrayOutputStream entries = new ByteArrayOutputStream();
    for (long sequence : sequences) {
      byte[] header = new byte[BatchEntry.HEADER_BYTES];
      BatchEntry.putHeader(header, 0, 0, session, sequence, (int) Math.max(0, sequence));
      entries.writeBytes(header);
    }
    byte[] batch = new byte[Batch.HEADER_BYTES + entries.size()];
    System.arraycopy(entries.toByteArray(), 0, batch, Batch.HEADER_BYTES, entries.size());
    on.execute(on.executed(), Batch.close(batch, 0, sequences.length), routes);
  }

  /** Reads what it is sent. */
  private static final class Client extends QuietClient {
    private final List<Long> sequences = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private boolean takes = true;
    private int takesBytes = Integer.MAX_VALUE;
    private boolean open = true;
    private int sends;
    private int awaited;
    private int closed;

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void sessionClosed(long session) {
      closed++;
    }

    @Override
    public boolean takesReplies() {
      return takes && takesBytes > 0;
    }

    @Override
    public void awaitReplies() {
      awaited++;
    }

    @Override
    public void send(ByteBuf frames) {
      sends++;
      takesBytes -= frames.readableBytes();
      try {
        while (frames.isReadable()) {
          int bodyBytes = frames.getInt(frames.readerIndex() + 4);
          frames.skipBytes(Frame.HEADER_BYTES);
          ReplyReader.read(
              frames.readSlice(bodyBytes),
              (session, sequence, status, in, at, bytes) -> {
                sequences.add(sequence);
                if (bytes < ANSWER_BYTES) {
                  String text = in.toString(at, bytes, StandardCharsets.UTF_8);
                  lines.add("%d %s %s".formatted(sequence, status, text).trim());
                }
              });
        }
      } catch (Exception malformed) {
        throw new AssertionError(malformed);
      } finally {
        frames.release();
      }
    }
  }
}
