package io.synod.network;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameType;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;

/** A plain blocking socket that speaks, and misspeaks, frames. */
public final class RawConnection implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 10_000;

  private static final int RECEIVE_BYTES = 1 << 18;

  private final Socket socket;
  private final DataInputStream in;

  public RawConnection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
  }

  public static RawConnection to(InetSocketAddress address) throws IOException {
    Socket socket = new Socket();
    // Small, so that a client that does not read is soon seen to be slow.
    socket.setReceiveBufferSize(RECEIVE_BYTES);
    socket.connect(new InetSocketAddress(address.getAddress(), address.getPort()), TIMEOUT_MILLIS);
    return new RawConnection(socket);
  }

  /** Sends {@code frame} and releases it. */
  public void write(ByteBuf frame) throws IOException {
    byte[] bytes = ByteBufUtil.getBytes(frame);
    frame.release();
    write(bytes);
  }

  public void write(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** Sends {@code frame} and releases it; false if the other side has closed. */
  public boolean tryWrite(ByteBuf frame) throws IOException {
    byte[] bytes = ByteBufUtil.getBytes(frame);
    frame.release();
    return tryWrite(bytes);
  }

  /** Sends {@code bytes}; false if the other side has closed. */
  public boolean tryWrite(byte[] bytes) throws IOException {
    try {
      write(bytes);
      return true;
    } catch (SocketException closed) {
      return false;
    }
  }

  /** Sends {@code bytes} and nothing after them. The other side may have closed already. */
  public void writeAndEnd(byte[] bytes) throws IOException {
    try {
      write(bytes);
      socket.shutdownOutput();
    } catch (SocketException closed) {
      return;
    }
  }

  /**
   * The body of the next frame, which must be of {@code type}; pings between may be passed over.
   */
  public ByteBuf read(FrameType type) throws IOException {
    while (true) {
      ByteBuf body = next(type);
      if (body != null) {
        return body;
      }
    }
  }

  /** Null for a ping that is not wanted. */
  private ByteBuf next(FrameType type) throws IOException {
    byte[] header = new byte[Frame.HEADER_BYTES];
    in.readFully(header);
    ByteBuf fields = Unpooled.wrappedBuffer(header);
    byte[] body = new byte[fields.getInt(4)];
    in.readFully(body);
    if (type != FrameType.PING && fields.getUnsignedByte(3) == FrameType.PING.code()) {
      return null;
    }
    if (fields.getUnsignedByte(3) != type.code()) {
      throw new AssertionError("frame of type " + fields.getUnsignedByte(3) + ", not " + type);
    }
    return Unpooled.wrappedBuffer(body);
  }

  /** Reads so many bytes, whatever frames they are of. */
  public void readBytes(int count) throws IOException {
    in.readFully(new byte[count]);
  }

  /** Waits until the other side has closed, and drops what it still sends. */
  public void awaitClose() throws IOException {
    byte[] dropped = new byte[RECEIVE_BYTES];
    int read = 0;
    while (read >= 0) {
      try {
        read = in.read(dropped);
      } catch (SocketException closed) {
        return;
      }
    }
  }

  /** Ends it as a process does that is killed while it has not read everything. */
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
