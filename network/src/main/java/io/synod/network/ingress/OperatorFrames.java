package io.synod.network.ingress;

import io.netty.buffer.ByteBuf;
import io.synod.core.membership.MembershipRequest;
import io.synod.network.transport.HostPort;
import io.synod.network.wire.ChangeMembers;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.MoveLeader;
import io.synod.network.wire.Status;
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
        Frame.checkEmpty(body);
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
        administer(() -> port.listener().moveLeader(move.to()));
      }
      case TAKE_SNAPSHOT -> {
        Frame.checkEmpty(body);
        administer(port.listener()::takeSnapshot);
      }
      case CHANGE_MEMBERS -> onChangeMembers(ChangeMembers.decode(body));
      default -> throw MalformedFrame.unexpected(type, "of an operator");
    }
  }

  private void onChangeMembers(ChangeMembers change) throws MalformedFrame {
    for (MembershipRequest.Move move : change.request().moves()) {
      requireAddress(move.peerAddress());
      requireAddress(move.clientAddress());
    }
    administer(() -> port.listener().changeMembers(change.request()));
  }

  /**
   * The asker learns the outcome by how a later status differs from the answer: one outcome more,
   * or a snapshot of all that was executed. So the status is made before the command is passed on,
   * and is not one that was made for others.
   */
  private void administer(Runnable command) {
    if (client.mayAdminister()) {
      String before = port.listener().statusJson();
      command.run();
      answer(before);
    }
  }

  /** No client and no subscriber would go on with members that have another one. */
  private static void requireAddress(String text) throws MalformedFrame {
    try {
      HostPort.parseReachable(text);
    } catch (IllegalArgumentException none) {
      throw new MalformedFrame(MalformedFrame.Kind.BODY, "%s", none.getMessage());
    }
  }

  private void answer(String statusJson) {
    client.answer(new Status(statusJson).encode(client.allocator()));
  }
}
