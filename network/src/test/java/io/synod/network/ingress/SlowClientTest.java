package io.synod.network.ingress;

import static io.synod.network.ingress.IngressFixture.requests;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.synod.core.execution.ReplyStatus;
import io.synod.network.RawConnection;
import io.synod.network.ingress.RecordingIngress.Closed;
import io.synod.network.ingress.RecordingIngress.Offered;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.ReplyFrameWriter;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SlowClientTest {
  private static final int ANSWER_BYTES = IngressFixture.BUFFER_BYTES / 2;

  private final IngressFixture fixture = new IngressFixture();
  private final RecordingIngress listener = fixture.listener;
  private RawConnection client;
  private ClientConnection connection;
  private int sent;

  @BeforeEach
  void connect() throws Exception {
    client = fixture.greet();
    client.write(requests(7, 1, 1, 0));
    connection = listener.nextSession(7);
    listener.expect(new Offered(7, 1, 1, 24));
  }

  @AfterEach
  void close() throws Exception {
    fixture.close();
  }

  @Test
  void nothing_is_read_from_a_client_that_does_not_take_its_answers() throws Exception {
    fillUntilUnwritable();
    client.write(requests(7, 2, 1, 0));
    assertThat(listener.events.poll(200, TimeUnit.MILLISECONDS)).isNull();

    for (int read = 0; read < sent; read++) {
      client.read(FrameType.REPLIES);
    }
    listener.expect(new Offered(7, 2, 1, 24));
  }

  @Test
  void a_client_that_leaves_too_much_unread_is_disconnected() throws Exception {
    while (fixture.ingress.counters().slow() == 0) {
      connection.send(answer());
      onLoops();
    }

    listener.expect(new Closed(connection));
    client.awaitClose();
    assertThat(fixture.ingress.counters().slow()).isEqualTo(1);
  }

  @Test
  void a_long_answer_is_sent_where_nothing_else_waits() throws Exception {
    ByteBuf[] answers = new ByteBuf[12];
    Arrays.setAll(answers, number -> answer());
    connection.send(Unpooled.wrappedBuffer(answers.length, answers));
    onLoops();

    for (int read = 0; read < answers.length; read++) {
      client.read(FrameType.REPLIES);
    }
    assertThat(fixture.ingress.counters().slow()).isZero();
  }

  private void fillUntilUnwritable() throws Exception {
    AcceptedClient accepted = (AcceptedClient) connection;
    while (accepted.isReading()) {
      connection.send(answer());
      sent++;
      onLoops();
    }
  }

  /** Waits until the event loops have done what they were given. */
  private void onLoops() throws Exception {
    for (int loop = 0; loop < 2; loop++) {
      fixture.loops().next().submit(() -> {}).get(10, TimeUnit.SECONDS);
    }
  }

  private ByteBuf answer() {
    ReplyFrameWriter writer =
        ReplyFrameWriter.replies(connection.allocator(), IngressFixture.FRAME_BYTES_MAX);
    writer.begin();
    writer.add(7, 1, ReplyStatus.OK, new byte[ANSWER_BYTES]);
    return writer.finish();
  }
}
