package io.synod.network.ingress;

import io.netty.buffer.ByteBuf;
import io.synod.core.membership.MembershipRequest;
import io.synod.network.transport.HostPort;
import io.synod.network.wire.ChangeMembers;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.MeasureLinks;
import io.synod.network.wire.MoveLeader;
import io.synod.network.wire.Status;
import io.synod.network.wire.TakeSnapshot;
import io.synod.network.wire.TryLimits;

/**
 * Handles the frames that one client sends as an operator; each one that is allowed is answered
 * with the status. Confined to the connection's event loop.
 */
final class OperatorFrames {
  private final AcceptedClient client;
  private final IngressPort port;

  OperatorFrames(AcceptedClient client, IngressPort port) {
    this.client = client;
    this.port = port;
  }

  /** Whether a frame of this type is an operator's. */
  static boolean isOne(FrameType type) {
    return switch (type) {
      case MEASURE_LINKS, TRY_LIMITS, MOVE_LEADER, TAKE_SNAPSHOT, CHANGE_MEMBERS -> true;
      default -> false;
    };
  }

  void onFrame(FrameType type, ByteBuf body) throws MalformedFrame {
    switch (type) {
      case MEASURE_LINKS -> {
        MeasureLinks.decode(body);
        port.listener().measureLinks();
        answer(port.statusJson());
      }
      case TRY_LIMITS -> {
        TryLimits trial = TryLimits.decode(body);
        port.listener().tryLimits(trial.limits(), trial.nanos());
        answer(port.statusJson());
      }
      case MOVE_LEADER -> {
        MoveLeader move = MoveLeader.decode(body);
        if (client.mayAdminister()) {
          port.listener().moveLeader(move.to());
          answer(port.statusJson());
        }
      }
      case TAKE_SNAPSHOT -> {
        TakeSnapshot.decode(body);
        if (client.mayAdminister()) {
          port.listener().takeSnapshot();
          answer(port.statusJson());
        }
      }
      case CHANGE_MEMBERS -> onChangeMembers(ChangeMembers.decode(body));
      default -> throw MalformedFrame.unexpected(type, "of an operator");
    }
  }

  /**
   * The asker learns the outcome by the count of outcomes. So the status that answers is made
   * before the change is passed on, and is not one that was made for others.
   */
  private void onChangeMembers(ChangeMembers change) throws MalformedFrame {
    for (MembershipRequest.Move move : change.request().moves()) {
      requireAddress(move.peerAddress());
      requireAddress(move.clientAddress());
    }
    if (client.mayAdminister()) {
      String before = port.listener().statusJson();
      port.listener().changeMembers(change.request());
      answer(before);
    }
  }

  /** No client and no subscriber would go on with members that have another one. */
  private static void requireAddress(String text) throws MalformedFrame {
    try {
      HostPort.parse(text);
    } catch (IllegalArgumentException none) {
      throw new MalformedFrame(MalformedFrame.Kind.BODY, "%s", none.getMessage());
    }
  }

  private void answer(String statusJson) {
    client.answer(new Status(statusJson).encode(client.allocator()));
  }
}
