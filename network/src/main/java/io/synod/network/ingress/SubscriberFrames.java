package io.synod.network.ingress;

import io.netty.buffer.ByteBuf;
import io.synod.core.format.Terms;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.QuorumRead;
import io.synod.network.transport.ShownText;
import io.synod.network.wire.Credit;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.MessageCodec;
import io.synod.network.wire.Refused;
import io.synod.network.wire.Subscribe;

/**
 * Handles the frames that one client sends as a subscriber. Confined to the connection's event
 * loop.
 */
final class SubscriberFrames {
  private static final String TOO_MUCH =
      "is too busy for a subscriber's message: use another replica, or try again later";
  private static final MessageCodec MESSAGES = new MessageCodec();

  private final ClientConnection client;
  private final IngressPort port;
  private final IngressListener snapshots;
  private final SubscriptionListener listener;
  private boolean subscribed;

  SubscriberFrames(ClientConnection client, IngressPort port) {
    this.client = client;
    this.port = port;
    snapshots = port.listener();
    listener = snapshots.subscriptions();
  }

  /** Whether a frame of this type is a subscriber's. */
  static boolean isOne(FrameType type) {
    return switch (type) {
      case SUBSCRIBE, CREDIT, FETCH_SNAPSHOT, QUORUM_READ -> true;
      default -> false;
    };
  }

  /**
   * @return why the connection is to be closed; null if it goes on
   */
  String onFrame(FrameType type, ByteBuf body) throws MalformedFrame {
    if (type == FrameType.FETCH_SNAPSHOT) {
      FetchSnapshot request = (FetchSnapshot) MESSAGES.decode(type, body);
      return snapshots.onFetchSnapshot(client, request) ? null : TOO_MUCH;
    }
    if (listener == null) {
      return "takes no subscribers: subscribe to a replica that votes";
    }
    if (type != FrameType.SUBSCRIBE && !subscribed) {
      throw MalformedFrame.unexpected(type, "before a subscription");
    }
    if (type == FrameType.SUBSCRIBE) {
      return onSubscribe(Subscribe.decode(body));
    }
    return isTaken(type, body) ? null : TOO_MUCH;
  }

  private String onSubscribe(Subscribe subscribe) {
    if (!subscribe.terms().isEmpty()) {
      Terms.Difference different = Terms.difference(listener.terms(), subscribe.terms());
      if (different != null) {
        return "has %s = %s, the learner %s: %s"
            .formatted(
                different.key(),
                different.own(),
                ShownText.of(different.other()),
                Refused.OTHER_SETTINGS);
      }
    }
    if (!subscribed && !port.addSubscriber()) {
      return "has %d subscribers, as many as it takes: subscribe to another replica"
          .formatted(IngressPort.SUBSCRIBERS_MAX);
    }
    subscribed = true;
    return listener.onSubscribe(client, subscribe) ? null : TOO_MUCH;
  }

  private boolean isTaken(FrameType type, ByteBuf body) throws MalformedFrame {
    return switch (type) {
      case CREDIT -> listener.onCredit(client, Credit.decode(body).bytes());
      case QUORUM_READ -> listener.onQuorumRead(client, (QuorumRead) MESSAGES.decode(type, body));
      default -> throw MalformedFrame.unexpected(type, "among those of subscribers");
    };
  }

  boolean isSubscribed() {
    return subscribed;
  }

  /** The connection has ended. */
  void onEnd() {
    if (subscribed) {
      subscribed = false;
      port.removeSubscriber();
      listener.onUnsubscribed(client);
    }
  }
}
