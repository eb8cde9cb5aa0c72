package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of the connections that have not introduced themselves make way for others. */
final class StrangersTest {
  private final PeerPort port =
      new PeerPort(
          PeerFixture.settings(0, PeerFixture.UNKNOWN),
          new RecordingListener(),
          System::nanoTime,
          () -> 0);
  private final Strangers strangers = new Strangers();

  /** A connection from one address. */
  private final class Silent extends EmbeddedChannel {
    private final InetAddress from;

    private Silent(int host) throws UnknownHostException {
      from = InetAddress.getByAddress(new byte[] {10, 0, (byte) (host >> 8), (byte) host});
      new PeerConnection(port, new AcceptedHandshake(port, new PeerLink[0]), strangers).addTo(this);
    }

    @Override
    protected SocketAddress remoteAddress0() {
      return from == null ? null : new InetSocketAddress(from, 7100);
    }
  }

  @Test
  void of_as_many_addresses_the_one_that_came_first_makes_way() throws Exception {
    List<Silent> all = new ArrayList<>();
    // Descending, because maps of addresses have them in ascending order.
    for (int host = 2 * Strangers.MAX; host > 0; host--) {
      all.add(new Silent(host));
      List<Silent> last = all.subList(Math.max(0, all.size() - Strangers.MAX), all.size());
      assertThat(last).allMatch(Silent::isOpen);
    }
    assertThat(all.subList(0, Strangers.MAX)).noneMatch(Silent::isOpen);
  }

  @Test
  void the_address_with_most_connections_makes_way_first() throws Exception {
    Silent first = new Silent(1);
    List<Silent> crowd = new ArrayList<>();
    for (int number = 0; number < Strangers.OF_ONE_ADDRESS_MAX; number++) {
      crowd.add(new Silent(2));
    }
    for (int host = 3; first.isOpen() && crowd.get(0).isOpen(); host++) {
      assertThat(host).isLessThan(2 * Strangers.MAX);
      new Silent(host);
    }
    assertThat(first.isOpen()).isTrue();
    assertThat(crowd.get(1).isOpen()).isTrue();
  }
}
