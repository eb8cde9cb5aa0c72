package io.synod.network.peer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.network.RawConnection;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.PeerHello;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Replica 1 of three, dialled by and dialling raw sockets. */
abstract class HandshakeFixture {
  static final ByteBufAllocator ALLOCATOR = ByteBufAllocator.DEFAULT;

  final PeerFixture fixture = new PeerFixture();
  final RecordingListener listener = new RecordingListener();
  ServerSocket replica0;
  PeerNetwork network;

  @BeforeEach
  void start() throws Exception {
    replica0 = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    replica0.setSoTimeout(10_000);
    InetSocketAddress address =
        InetSocketAddress.createUnresolved("localhost", replica0.getLocalPort());
    network =
        fixture.start(
            PeerFixture.settings(1, address, PeerFixture.UNKNOWN, PeerFixture.UNKNOWN), listener);
  }

  @AfterEach
  void close() throws Exception {
    fixture.close();
    replica0.close();
  }

  /** That of replica 2. */
  static ByteBuf hello() {
    return new PeerHello("orders", "count = 8", 3, 2, 1).encode(ALLOCATOR);
  }

  /** Replica 2 dials, and is welcome. */
  RawConnection welcomed() throws Exception {
    RawConnection peer = RawConnection.to(network.address());
    peer.write(hello());
    peer.read(FrameType.PEER_WELCOME);
    return peer;
  }
}
