package io.synod.network.ingress;

import io.synod.network.transport.ShownText;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Levels;
import io.synod.network.wire.Members;
import io.synod.network.wire.Refused;
import io.synod.network.wire.Welcome;

/**
 * Answers the hello of one client: refuses it, or sends it the leader and the members as they are.
 * Confined to the connection's event loop, except for {@link #takesMembers}.
 */
final class Greeting {
  private final AcceptedClient client;
  private final IngressPort port;
  private volatile boolean takesMembers;

  Greeting(AcceptedClient client, IngressPort port) {
    this.client = client;
    this.port = port;
  }

  /** Why a client that says this is refused; null if it is not. */
  String refusal(ClientHello hello) {
    IngressSettings settings = port.settings();
    return hello.clusterName().equals(settings.clusterName())
        ? Levels.OWN.refusal(settings.who(), "this client", hello.levels())
        : "this is cluster '%s', not '%s'; %s"
            .formatted(
                settings.clusterName(), ShownText.of(hello.clusterName()), Refused.OTHER_CLUSTER);
  }

  /** Welcomes the client: from here on it receives what is announced. */
  void welcome(ClientHello hello) {
    Leadership leadership = port.listener().leadership();
    client.answer(
        new Welcome(
                port.settings().self(),
                leadership,
                port.limits().payloadBytesMax(),
                port.listener().sessionLimits().outstandingMax())
            .encode(client.allocator()));
    takesMembers = hello.takesMembers();
    Members members = answerMembers(null);
    port.greeted().add(client);
    if (!client.isOpen()) {
      // It left what it was sent unread, so that the welcome was too much.
      port.greeted().remove(client);
      return;
    }
    // What was announced before the line above did not come here.
    Leadership newest = port.listener().leadership();
    if (!newest.equals(leadership)) {
      client.answer(newest.encode(client.allocator()));
    }
    answerMembers(members);
  }

  /** Sends the members of the cluster, if the client knows the frame and was not sent them. */
  private Members answerMembers(Members sent) {
    Members members = takesMembers ? port.listener().members() : null;
    if (members != null && !members.equals(sent)) {
      client.answer(members.encode(client.allocator()));
    }
    return members;
  }

  /** Whether the client has said that it knows {@link Members}. Any thread. */
  boolean takesMembers() {
    return takesMembers;
  }
}
