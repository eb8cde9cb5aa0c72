package io.synod.replica;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.synod.core.cluster.View;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Welcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Welcomes every client, and sends nothing more, as a process that hangs. */
final class MuteReplica implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
  private final List<Socket> connections = new CopyOnWriteArrayList<>();
  private final Thread thread = new Thread(this::welcomeAll, "mute-replica");
  private volatile int greeted;

  MuteReplica() throws IOException {
    thread.start();
  }

  int port() {
    return server.getLocalPort();
  }

  int greeted() {
    return greeted;
  }

  private void welcomeAll() {
    try {
      while (true) {
        Socket connection = server.accept();
        connections.add(connection);
        ByteBuf welcome =
            new Welcome(1, new Leadership(View.NONE, Leadership.UNKNOWN, ""), 1 << 20, 1024)
                .encode(UnpooledByteBufAllocator.DEFAULT);
        connection.getOutputStream().write(ByteBufUtil.getBytes(welcome));
        welcome.release();
        greeted++;
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket connection : connections) {
      connection.close();
    }
  }
}
