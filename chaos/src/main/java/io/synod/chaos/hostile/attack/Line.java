package io.synod.chaos.hostile.attack;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/**
 * One connection of an attacker. Only connecting blocks, so that a replica that stops reading or
 * sending does not delay the attacker. Confined to the attacker's thread.
 */
final class Line implements Closeable {
  private static final int CONNECT_MILLIS = 2000;

  private final SocketChannel channel;
  private final Tally tally;
  private final ByteBuffer input;

  // Bytes to write, and the frames that they contain.
  private ByteBuffer output = ByteBuffer.allocate(0);
  private int outputFrames;

  private Line(SocketChannel channel, Tally tally, ByteBuffer input) {
    this.channel = channel;
    this.tally = tally;
    this.input = input;
  }

  /**
   * Connects within two seconds.
   *
   * @param receiveBytes of the socket's receive buffer; 0 for the system's default
   * @param input receives bytes that are read and discarded; several lines may share it
   */
  static Line connect(InetSocketAddress address, int receiveBytes, Tally tally, ByteBuffer input)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      if (receiveBytes > 0) {
        channel.setOption(StandardSocketOptions.SO_RCVBUF, receiveBytes);
      }
      channel.socket().connect(address, CONNECT_MILLIS);
      channel.configureBlocking(false);
    } catch (IOException notConnected) {
      channel.close();
      tally.notConnected();
      throw notConnected;
    }
    tally.connected();
    return new Line(channel, tally, input);
  }

  /** Whether all bytes are written. */
  boolean isIdle() {
    return !output.hasRemaining();
  }

  /** Begins to send; the previous bytes must be written. */
  void send(byte[] bytes, int frames) {
    if (!isIdle()) {
      throw new IllegalStateException(output.remaining() + " bytes are not sent yet");
    }
    output = ByteBuffer.wrap(bytes);
    outputFrames = frames;
  }

  /** Continues to send, as far as the socket takes it and at most {@code bytesMax}. */
  void push(int bytesMax) throws IOException {
    if (isIdle()) {
      return;
    }
    int end = output.limit();
    output.limit(Math.min(end, output.position() + bytesMax));
    try {
      tally.sent(channel.write(output));
    } finally {
      output.limit(end);
    }
    if (isIdle()) {
      tally.framesSent(outputFrames);
    }
  }

  /**
   * Reads at most {@code bytesMax} received bytes.
   *
   * @param reader called with each piece
   * @throws EOFException if the replica has ended the connection
   */
  int pull(int bytesMax, Consumer<ByteBuffer> reader) throws IOException {
    int bytes = 0;
    while (bytes < bytesMax) {
      input.clear().limit(Math.min(input.capacity(), bytesMax - bytes));
      int read = channel.read(input);
      if (read < 0) {
        throw new EOFException("ended by the replica");
      }
      if (read == 0) {
        break;
      }
      bytes += read;
      reader.accept(input.flip());
    }
    tally.read(bytes);
    return bytes;
  }

  /** Ends the connection by a reset instead of an orderly end. */
  void reset() throws IOException {
    channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    channel.close();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
