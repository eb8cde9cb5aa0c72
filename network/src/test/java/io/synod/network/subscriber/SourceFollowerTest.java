package io.synod.network.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoopGroup;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.message.Decided;
import io.synod.core.message.SnapshotPart;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.core.subscription.Subscriber;
import io.synod.core.subscription.SubscriptionSettings;
import io.synod.network.LogLines;
import io.synod.network.RawConnection;
import io.synod.network.transport.Transport;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Members;
import io.synod.network.wire.MessageCodec;
import io.synod.network.wire.Refused;
import io.synod.network.wire.Welcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** A subscriber and sources that end its connections, or take none. */
@Timeout(60)
class SourceFollowerTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int ACCEPT_MILLIS = 20_000;

  private final EventLoopGroup loops = Transport.chosen().eventLoops(1, "source-follower");
  private final BlockingQueue<String> unreachable = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> foreign = new LinkedBlockingQueue<>();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private SourceFollower follower;

  private final class Noting implements SourceFollower.Sink {
    @Override
    public void deliver(long slot, Batch batch) {}

    @Override
    public void storeSnapshotPart(SnapshotPart part) {}

    @Override
    public void dropSnapshotParts() {}

    @Override
    public void restoreSnapshot(long end) {}

    @Override
    public void onUnreachable(String reason) {
      unreachable.add(reason);
    }

    @Override
    public void onOtherCluster(String reason) {
      foreign.add(reason);
    }

    @Override
    public void onFailure(Throwable bug) {
      unreachable.add(bug.toString());
    }
  }

  @AfterEach
  void close() throws Exception {
    loops.next().submit(follower::close).syncUninterruptibly();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    for (AutoCloseable one : opened) {
      one.close();
    }
  }

  private ServerSocket source() throws IOException {
    ServerSocket source = new ServerSocket(0, 16, InetAddress.getByName("127.0.0.1"));
    source.setSoTimeout(ACCEPT_MILLIS);
    opened.add(source);
    return source;
  }

  /** A port that is taken and does not listen. */
  private InetSocketAddress dead() throws IOException {
    Socket bound = new Socket();
    opened.add(bound);
    bound.bind(new InetSocketAddress("127.0.0.1", 0));
    return (InetSocketAddress) bound.getLocalSocketAddress();
  }

  private static InetSocketAddress at(ServerSocket source) {
    return (InetSocketAddress) source.getLocalSocketAddress();
  }

  /** Tries the sources in their order. */
  private void follow(InetSocketAddress... sources) {
    long seed = 0;
    while (new SplittableRandom(seed).nextInt(sources.length) != 0) {
      seed++;
    }
    SourceSettings settings =
        new SourceSettings("orders", "", List.of(sources), 1 << 16, 20 * SECOND);
    SnapshotSettings snapshots =
        new SnapshotSettings(
            SnapshotSettings.NEVER, SnapshotSettings.NEVER, SECOND, 1 << 20, 1 << 10, SECOND);
    Subscriber subscriber =
        new Subscriber(new SubscriptionSettings(1 << 20, 20 * SECOND), snapshots, 0);
    follower =
        new SourceFollower(
            loops.next(), settings, subscriber, new Noting(), UnaryOperator.identity(), seed);
    follower.start();
  }

  /** Welcomes the next connection and ends it after {@code last}. */
  private static void serve(ServerSocket source, byte[] last) throws IOException {
    try (RawConnection subscriber = new RawConnection(source.accept())) {
      subscriber.read(FrameType.CLIENT_HELLO);
      Leadership none = new Leadership(View.NONE, Leadership.UNKNOWN, "");
      subscriber.write(new Welcome(0, none, 100, 16).encode(ByteBufAllocator.DEFAULT));
      subscriber.read(FrameType.SUBSCRIBE);
      subscriber.writeAndEnd(last);
      subscriber.awaitClose();
    }
  }

  /** Refuses the next connection as a replica of another cluster does. */
  private static void refuse(ServerSocket source) throws IOException {
    try (RawConnection subscriber = new RawConnection(source.accept())) {
      subscriber.read(FrameType.CLIENT_HELLO);
      Refused refused = new Refused("this is cluster 'bills'; " + Refused.OTHER_CLUSTER);
      subscriber.write(refused.encode(ByteBufAllocator.DEFAULT));
      subscriber.awaitClose();
    }
  }

  /** Decides nothing, so that it is followed, and ends. */
  private static byte[] decided() {
    return decided(0);
  }

  /** Keeps what is before {@code slot} in a snapshot only. */
  private static byte[] decided(long slot) {
    Decided decided = new Decided(slot, slot, List.of());
    return ByteBufUtil.getBytes(new MessageCodec().encode(decided, ByteBufAllocator.DEFAULT));
  }

  private static byte[] members(InetSocketAddress only) {
    String address = "127.0.0.1:" + only.getPort();
    Members members = new Members(1, List.of(new Members.Member(0, address)));
    return ByteBufUtil.getBytes(members.encode(ByteBufAllocator.DEFAULT));
  }

  private String nextUnreachable() throws InterruptedException {
    return unreachable.poll(10, TimeUnit.SECONDS);
  }

  @Test
  void a_source_that_ends_after_its_welcome_is_reported_as_unreachable() throws Exception {
    ServerSocket source = source();
    follow(at(source));
    serve(source, new byte[0]);
    source.close();
    assertThat(nextUnreachable()).startsWith("127.0.0.1:" + at(source).getPort() + ": ");
  }

  @Test
  void sources_of_which_one_takes_connections_are_not_unreachable() throws Exception {
    ServerSocket source = source();
    follow(at(source), dead());
    for (int round = 0; round < 4; round++) {
      serve(source, new byte[0]);
    }
    assertThat(unreachable).isEmpty();
  }

  @Test
  void sources_that_stay_unreachable_are_reported_each_round_and_logged_once() throws Exception {
    try (LogLines lines = new LogLines(SourceFollower.class.getName())) {
      follow(dead(), dead());
      String first = nextUnreachable();
      assertThat(first).isNotNull();
      assertThat(nextUnreachable()).isEqualTo(first);
      assertThat(nextUnreachable()).isEqualTo(first);
      assertThat(lines.first())
          .filteredOn(line -> line.startsWith("cannot follow any of the sources"))
          .hasSize(1)
          .noneMatch(line -> line.contains("keeps trying"));
    }
  }

  /** A replica without a leader sends one message, and then nothing. */
  @Test
  void sources_without_a_leader_are_logged_once_until_one_has_a_leader() throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger(SourceFollower.class);
    logger.setLevel(Level.INFO);
    try (LogLines lines = new LogLines(SourceFollower.class.getName())) {
      ServerSocket source = source();
      follow(at(source));
      for (int round = 0; round < 4; round++) {
        serve(source, decided());
      }
      assertThat(lines.first()).filteredOn(line -> line.startsWith("follows ")).hasSize(1);
      assertThat(lines.first()).filteredOn(line -> line.startsWith("stopped ")).hasSize(1);
      assertThat(lines.first()).filteredOn(line -> line.startsWith("cannot follow ")).hasSize(1);
      serve(source, ByteBufUtil.getBytes(Unpooled.wrappedBuffer(decided(), decided())));
      serve(source, decided());
      assertThat(lines.first()).filteredOn(line -> line.startsWith("follows ")).hasSize(2);
    } finally {
      logger.setLevel(null);
    }
  }

  @Test
  void a_single_source_is_not_called_any_of_them() throws Exception {
    try (LogLines lines = new LogLines(SourceFollower.class.getName())) {
      InetSocketAddress only = dead();
      follow(only);
      assertThat(nextUnreachable()).isNotNull();
      assertThat(lines.first())
          .anyMatch(
              line ->
                  line.startsWith(
                      "cannot follow 127.0.0.1:" + only.getPort() + " and receives nothing new: "));
    }
  }

  @Test
  void sources_that_all_belong_to_another_cluster_end_it() throws Exception {
    ServerSocket one = source();
    ServerSocket other = source();
    follow(at(one), at(other));
    refuse(one);
    assertThat(foreign).isEmpty();
    refuse(other);
    assertThat(foreign.poll(10, TimeUnit.SECONDS))
        .isEqualTo(
            "no replica of cluster 'orders' answers; the last address tried was 127.0.0.1:"
                + at(other).getPort()
                + ": it refused the connection: this is cluster 'bills'; check the address and the"
                + " cluster's name");
    assertThat(unreachable).isEmpty();
  }

  @Test
  void it_goes_on_while_an_address_has_not_answered() throws Exception {
    ServerSocket one = source();
    follow(at(one), dead());
    for (int round = 0; round < 4; round++) {
      refuse(one);
    }
    assertThat(foreign).isEmpty();
  }

  @Test
  void it_goes_on_if_it_has_followed_a_source_before() throws Exception {
    ServerSocket source = source();
    follow(at(source));
    serve(source, decided());
    for (int round = 0; round < 4; round++) {
      refuse(source);
    }
    assertThat(foreign).isEmpty();
  }

  @Test
  void a_source_whose_snapshot_cannot_be_fetched_is_dialled_less_and_less_often() throws Exception {
    ServerSocket source = source();
    follow(at(source));
    for (int attempt = 0; attempt < 6; attempt++) {
      serve(source, decided(5));
    }
    long begin = System.nanoTime();
    serve(source, decided(5));
    assertThat(System.nanoTime() - begin).as("half of 640 ms at least").isGreaterThan(SECOND / 5);
  }

  @Test
  void contacts_are_tried_again_though_fewer_members_were_reported_than_were_tried()
      throws Exception {
    ServerSocket contact = source();
    follow(dead(), dead(), at(contact));
    serve(contact, members(dead()));
    serve(contact, new byte[0]);
  }
}
