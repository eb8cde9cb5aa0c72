package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.synod.client.SynodClient;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.Subscribe;
import io.synod.replica.config.ReplicaAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Subscribers that ask for a log which sockets cannot hold, and read nothing of it. */
@Timeout(180)
class UnreadSubscribersTest {
  private static final int MIB = 1 << 20;
  private static final int REPLIES_MAX = 32 * MIB;
  private static final int SUBSCRIBERS = 48;
  private static final int REQUESTS = 300;
  private static final Pattern WAITING = Pattern.compile("\"repliesWaiting\":(\\d+)");

  @Test
  void all_together_hold_no_more_than_answers_may_take() throws Exception {
    List<Socket> subscribers = new ArrayList<>();
    try (LocalCluster cluster =
            new LocalCluster(
                1,
                config ->
                    config
                        .set("network.replies-max", REPLIES_MAX + "B")
                        .set("network.client-buffer", "16MiB")
                        .set("network.max-frame", "4MiB")
                        .set("log.margin-bytes", "64MiB"));
        SynodClient client = cluster.client()) {
      for (int request = 0; request < REQUESTS; request++) {
        client.execute(numberOf64KiB());
      }
      ReplicaAddress address = cluster.config().cluster().replicas().get(0);
      for (int subscriber = 0; subscriber < SUBSCRIBERS; subscriber++) {
        subscribers.add(greeted(new InetSocketAddress(address.host(), address.clientPort())));
      }
      Subscribe subscribe = new Subscribe(0, Long.MAX_VALUE, TimeUnit.MINUTES.toNanos(1), "");
      for (Socket subscriber : subscribers) {
        write(subscriber, subscribe.encode(ByteBufAllocator.DEFAULT));
      }
      Pause.until(() -> waiting(cluster.replica(0).statusJson()) >= REPLIES_MAX / 4);
      long most = 0;
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
      while (System.nanoTime() < end) {
        most = Math.max(most, waiting(cluster.replica(0).statusJson()));
      }
      assertThat(most).isLessThanOrEqualTo(REPLIES_MAX + 2L * MIB);
      client.execute(SumService.number(1));
    } finally {
      for (Socket subscriber : subscribers) {
        subscriber.close();
      }
    }
  }

  private static byte[] numberOf64KiB() {
    byte[] request = new byte[64 << 10];
    request[7] = 1;
    return request;
  }

  private static Socket greeted(InetSocketAddress address) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4 << 10);
    socket.connect(address);
    write(socket, new ClientHello("test").encode(ByteBufAllocator.DEFAULT));
    return socket;
  }

  private static void write(Socket socket, ByteBuf frame) throws IOException {
    byte[] bytes = ByteBufUtil.getBytes(frame);
    frame.release();
    socket.getOutputStream().write(bytes);
  }

  private static long waiting(String status) {
    Matcher found = WAITING.matcher(status);
    assertThat(found.find()).as(status).isTrue();
    return Long.parseLong(found.group(1));
  }
}
