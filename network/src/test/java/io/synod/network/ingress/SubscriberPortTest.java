package io.synod.network.ingress;

import static io.synod.network.ingress.IngressFixture.ALLOCATOR;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.synod.core.message.Decided;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Message;
import io.synod.core.message.QuorumRead;
import io.synod.network.RawConnection;
import io.synod.network.wire.Credit;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MessageCodec;
import io.synod.network.wire.Refused;
import io.synod.network.wire.Subscribe;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SubscriberPortTest {
  private static final Subscribe SUBSCRIBE = new Subscribe(7, 1000, 5_000_000, "");
  private static final MessageCodec MESSAGES = new MessageCodec();

  private final IngressFixture fixture = new IngressFixture();
  private final RecordingIngress listener = fixture.listener;

  @AfterEach
  void close() throws Exception {
    fixture.close();
  }

  @Test
  void requests_of_a_subscriber_are_handed_on_in_order() throws Exception {
    RawConnection subscriber = fixture.greet();
    subscriber.write(SUBSCRIBE.encode(ALLOCATOR));
    subscriber.write(new Credit(300).encode(ALLOCATOR));
    subscriber.write(frame(new FetchSnapshot(0, 0, 4096)));
    subscriber.write(frame(new QuorumRead(0, 9)));

    listener.expect(SUBSCRIBE);
    listener.expect(new Credit(300));
    listener.expect(new FetchSnapshot(0, 0, 4096));
    listener.expect(new QuorumRead(0, 9));
  }

  @Test
  void a_subscriber_receives_messages_while_its_connection_is_open() throws Exception {
    RawConnection subscriber = fixture.greet();
    subscriber.write(SUBSCRIBE.encode(ALLOCATOR));
    listener.expect(SUBSCRIBE);
    ClientConnection connection = listener.subscriber;
    assertThat(connection.isOpen()).isTrue();
    Decided sent = new Decided(7, 9, List.of());

    connection.send(sent);

    assertThat(MESSAGES.decode(FrameType.DECIDED, subscriber.read(FrameType.DECIDED)))
        .isEqualTo(sent);
    subscriber.close();
    listener.expect("unsubscribed");
    assertThat(connection.isOpen()).isFalse();
  }

  @Test
  void a_snapshot_is_sent_without_a_subscription_and_where_none_is_taken() throws Exception {
    listener.hasSubscriptions = false;
    RawConnection client = fixture.greet();
    client.write(frame(new FetchSnapshot(0, 0, 4096)));

    listener.expect(new FetchSnapshot(0, 0, 4096));
  }

  @Test
  void other_requests_before_a_subscription_are_malformed() throws Exception {
    for (ByteBuf asked : List.of(new Credit(1).encode(ALLOCATOR), frame(new QuorumRead(0, 9)))) {
      RawConnection client = fixture.greet();
      client.write(asked);
      client.awaitClose();
    }
    assertThat(fixture.ingress.counters().malformed()).isEqualTo(2);
  }

  @Test
  void a_subscriber_too_many_is_refused_and_reported_as_unsubscribed() throws Exception {
    listener.takesSubscribers = false;
    RawConnection subscriber = fixture.greet();
    subscriber.write(SUBSCRIBE.encode(ALLOCATOR));

    assertThat(Refused.decode(subscriber.read(FrameType.REFUSED)).reason())
        .isEqualTo(
            "replica 0 is too busy for a subscriber's message: use another replica, or try again later");
    listener.expect(SUBSCRIBE);
    listener.expect("unsubscribed");
  }

  @Test
  void a_learner_with_other_settings_is_refused_with_both_values() throws Exception {
    RawConnection learner = fixture.greet();
    learner.write(new Subscribe(7, 1000, 5_000_000, RecordingIngress.TERMS).encode(ALLOCATOR));
    listener.expect(new Subscribe(7, 1000, 5_000_000, RecordingIngress.TERMS));

    RawConnection alike = fixture.greet();
    Subscribe later = new Subscribe(7, 1000, 5_000_000, "later = on, sessions = 08");
    alike.write(later.encode(ALLOCATOR));
    listener.expect(later);

    RawConnection other = fixture.greet();
    other.write(new Subscribe(7, 1000, 5_000_000, "sessions = 9").encode(ALLOCATOR));

    assertThat(Refused.decode(other.read(FrameType.REFUSED)).reason())
        .isEqualTo(
            "replica 0 has sessions = 8, the learner 9: give it the configuration of the replicas");
  }

  @Test
  void a_port_without_subscriptions_refuses() throws Exception {
    listener.hasSubscriptions = false;
    RawConnection subscriber = fixture.greet();
    subscriber.write(SUBSCRIBE.encode(ALLOCATOR));

    assertThat(Refused.decode(subscriber.read(FrameType.REFUSED)).reason())
        .isEqualTo("replica 0 takes no subscribers: subscribe to a replica that votes");
  }

  @Test
  void an_impossible_slot_interval_or_credit_is_malformed() throws Exception {
    for (ByteBuf wrong :
        List.of(
            new Subscribe(-2, 1, 1_000_000, "").encode(ALLOCATOR),
            new Subscribe(0, -1, 1_000_000, "").encode(ALLOCATOR),
            new Subscribe(0, 1, 999_999, "").encode(ALLOCATOR))) {
      RawConnection client = fixture.greet();
      client.write(wrong);
      client.awaitClose();
    }
    RawConnection subscriber = fixture.greet();
    subscriber.write(SUBSCRIBE.encode(ALLOCATOR));
    subscriber.write(new Credit(0).encode(ALLOCATOR));
    subscriber.awaitClose();
    assertThat(fixture.ingress.counters().malformed()).isEqualTo(4);
  }

  private static ByteBuf frame(Message message) {
    return MESSAGES.encode(message, ALLOCATOR);
  }
}
