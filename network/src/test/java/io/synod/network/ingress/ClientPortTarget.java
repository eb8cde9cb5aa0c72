package io.synod.network.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.synod.core.batcher.Requests;
import io.synod.core.cluster.View;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.QuorumRead;
import io.synod.core.settings.BatchLimits;
import io.synod.core.settings.SessionSettings;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameStreams;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Levels;
import io.synod.network.wire.MoveLeader;
import io.synod.network.wire.PortTarget;
import io.synod.network.wire.Subscribe;
import io.synod.network.wire.TryLimits;
import io.synod.network.wire.WantEvents;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What may come on a connection to the clients' port. */
final class ClientPortTarget extends PortTarget {
  private static final int HEADER_BYTES = 12;

  private final List<byte[]> admitted = new ArrayList<>();
  private final StringBuilder kind = new StringBuilder();
  private final Listener listener = new Listener();
  private final IngressPort port =
      new IngressPort(IngressFixture.settings(IngressFixture.TIMES, 0), listener, System::nanoTime);

  ClientPortTarget() {
    super(IngressFixture.FRAME_BYTES_MAX);
  }

  /** Admits and refuses, as the bytes say. */
  private final class Listener extends RecordingIngress {
    Listener() {
      limits = new SessionSettings(1_000, 64, 100);
      leadership = new Leadership(View.NONE, Leadership.UNKNOWN, "");
    }

    @Override
    public Admission admit(ClientConnection from, long session, Requests requests) {
      byte[] body = new byte[requests.bytes()];
      requests.copyTo(0, body, 0, body.length);
      int at = 0;
      for (int index = 0; index < requests.count(); index++) {
        assertThat(BatchEntry.sequence(body, at))
            .as("a sequence that this version knows")
            .isGreaterThanOrEqualTo(BatchEntry.SKIP);
        at += requests.entryBytes(at);
      }
      assertThat(at).as("entries fill the frame").isEqualTo(body.length);
      admitted.add(body);
      Admission[] answers = Admission.values();
      Admission answer = answers[Math.floorMod(Arrays.hashCode(body), answers.length)];
      kind.append(' ').append(requests.count()).append(answer);
      if (answer == Admission.ADMITTED) {
        requests.release();
      }
      return answer;
    }

    @Override
    public Admission admitQueries(Queries queries) {
      kind.append(" Q").append(queries.count());
      queries.forEach((number, payload) -> kind.append(payload.remaining() > 0 ? '+' : '0'));
      if (queries.count() % 2 == 0) {
        return Admission.BUSY;
      }
      queries.refuse(ReplyStatus.NOT_LEADER);
      queries.release();
      return Admission.ADMITTED;
    }

    @Override
    public String terms() {
      return "";
    }

    @Override
    public void measureLinks() {
      kind.append(" measure");
    }

    @Override
    public void tryLimits(BatchLimits limits, long nanos) {
      kind.append(" try");
    }

    @Override
    public boolean onSubscribe(ClientConnection from, Subscribe subscribe) {
      assertThat(subscribe.creditBytes()).isNotNegative();
      kind.append(subscribe.first() < 0 ? " subscribe" : " subscribe from");
      return subscribe.creditBytes() % 2 == 0;
    }

    @Override
    public boolean onCredit(ClientConnection from, long bytes) {
      assertThat(bytes).isPositive();
      kind.append(" credit");
      return true;
    }

    @Override
    public boolean onFetchSnapshot(ClientConnection from, FetchSnapshot request) {
      assertThat(request.bytesMax()).isPositive();
      kind.append(" fetch");
      return true;
    }

    @Override
    public boolean onQuorumRead(ClientConnection from, QuorumRead request) {
      kind.append(" quorum read");
      return true;
    }

    @Override
    public void onUnsubscribed(ClientConnection from) {
      kind.append(" unsubscribed");
    }

    @Override
    public void onWantEvents(ClientConnection from, WantEvents wanted) {
      from.eventsFollow();
    }

    @Override
    public void onBug(Throwable bug) {
      failed(bug);
    }
  }

  static byte[] hello() {
    return hello(Levels.OWN);
  }

  private static byte[] hello(Levels levels) {
    return FrameStreams.bytes(new ClientHello(IngressFixture.CLUSTER, levels, true).encode(HEAP));
  }

  @Override
  public String name() {
    return "client-port";
  }

  @Override
  public List<byte[]> samples() {
    byte[] hello = hello();
    byte[] status = FrameStreams.bytes(Frame.empty(HEAP, FrameType.STATUS_REQUEST));
    byte[] open = requests(0, 1, 0);
    byte[] claim = FrameStreams.claim(FrameType.REQUESTS, IngressFixture.FRAME_BYTES_MAX);
    byte[] queries = FrameStreams.frame(FrameType.QUERIES);
    return List.of(
        hello,
        status,
        FrameStreams.stream(hello, FrameStreams.frame(FrameType.MEASURE_LINKS), status),
        FrameStreams.stream(
            hello,
            FrameStreams.bytes(new TryLimits(new BatchLimits(1, 1), 1).encode(HEAP)),
            FrameStreams.bytes(new MoveLeader(1).encode(HEAP)),
            FrameStreams.bytes(Frame.empty(HEAP, FrameType.TAKE_SNAPSHOT)),
            FrameStreams.frame(FrameType.CHANGE_MEMBERS),
            status),
        FrameStreams.stream(hello, open, requests(1, 2, 30), requests(3, 1, 999)),
        FrameStreams.stream(hello, queries, status),
        FrameStreams.stream(
            hello,
            FrameStreams.frame(FrameType.SUBSCRIBE),
            FrameStreams.frame(FrameType.CREDIT),
            FrameStreams.frame(FrameType.QUORUM_READ),
            FrameStreams.frame(FrameType.FETCH_SNAPSHOT)),
        FrameStreams.stream(hello, requests(-2, 1, 0)),
        FrameStreams.stream(hello(new Levels(1, 2, "0.2.0")), requests(-4, 1, 0)),
        FrameStreams.stream(hello(new Levels(2, 3, "0.3.0")), open),
        FrameStreams.stream(hello, claim, new byte[30]),
        FrameStreams.stream(hello, requests(1, 5, 0), requests(1, 5, 0), queries));
  }

  private static byte[] requests(long first, int count, int payloadBytes) {
    return FrameStreams.bytes(IngressFixture.requests(7, first, count, payloadBytes));
  }

  @Override
  protected void accept(Channel connection) {
    admitted.clear();
    listener.events.clear();
    listener.statusJson = "{}";
    kind.setLength(0);
    new AcceptedClient(port, connection).addToChannel();
  }

  @Override
  protected String received(FrameStreams.Judgement sent) {
    assertThat(port.greeted()).isEmpty();
    List<byte[]> bodies = new ArrayList<>();
    for (byte[] frame : sent.frames()) {
      bodies.add(Arrays.copyOfRange(frame, HEADER_BYTES, frame.length));
      kind.append(FrameStreams.typeName(frame));
    }
    admitted.forEach(body -> assertThat(bodies).as("was sent so").contains(body));
    return kind.toString();
  }
}
