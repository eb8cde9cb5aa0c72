package io.synod.client;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.synod.core.command.BatchEntry;
import io.synod.core.settings.Consistency;
import io.synod.network.transport.Sockets;
import io.synod.network.wire.EntryFrameWriter;
import io.synod.network.wire.WantEvents;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The client's side of the wire: at most one connection, and frames that gather requests until the
 * flush. Confined to the event loop.
 */
final class SocketWire implements Wire {

  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(256 << 10, 1 << 20);
  private static final byte[] EMPTY = new byte[0];

  private final EventLoop loop;
  private final Sockets sockets;
  private final ClientSettings settings;
  private final ByteBufAllocator buffers;
  private final EntryFrameWriter requests;
  private final EntryFrameWriter queries;

  private ClientLoop driver;
  private Caller caller;

  // Null while there is none, or after its events are no longer wanted.
  private Connection connection;

  // Those that are under way, by the address that was dialled: no more than the addresses that the
  // client knows.
  private final Map<InetSocketAddress, CompletableFuture<InetSocketAddress>> lookUps =
      new HashMap<>();

  // The frame that is being written: null if there is none.
  private EntryFrameWriter open;
  private int openBytes;
  private long openSequence;
  private Consistency openConsistency;
  private int lastFrameBytes;
  private boolean written;

  SocketWire(EventLoop loop, Sockets sockets, ClientSettings settings, ByteBufAllocator buffers) {
    this.loop = loop;
    this.sockets = sockets;
    this.settings = settings;
    this.buffers = buffers;
    this.requests = EntryFrameWriter.requests(buffers, settings.frameBytesMax());
    this.queries = EntryFrameWriter.queries(buffers, settings.frameBytesMax());
  }

  /** Sets the receiver of the connections' events. Called once, before any other method. */
  void serve(ClientLoop itsDriver, Caller itsCaller) {
    driver = itsDriver;
    caller = itsCaller;
  }

  /**
   * Connects behind what the event loop does now. That may be a batch of events, in which the
   * connection that this one replaces has just freed its descriptor: a socket that got the same
   * descriptor here would be taken for the old one by the events that are left.
   *
   * <p>While a name server does not answer, an address is looked up once, however often it is
   * dialled.
   */
  @Override
  public void dial(InetSocketAddress address) {
    Connection dialled = new Connection(settings, address, driver, caller);
    connection = dialled;
    lookUps
        .computeIfAbsent(address, sockets::lookUp)
        .thenAccept(found -> loop.execute(() -> connect(dialled, address, found)));
  }

  private void connect(Connection dialled, InetSocketAddress address, InetSocketAddress found) {
    lookUps.remove(address);
    if (dialled.isOver()) {
      return;
    }
    if (found.isUnresolved()) {
      dialled.unknownHost();
      return;
    }
    long connectMillis = TimeUnit.NANOSECONDS.toMillis(settings.timing().connectNanos());
    ChannelFuture connecting =
        sockets
            .dialler(WATER_MARK)
            .group(loop)
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                (int) Math.max(1, Math.min(Integer.MAX_VALUE, connectMillis)))
            .handler(dialled)
            .connect(found);
    dialled.dialling(connecting);
  }

  @Override
  public void hangUp() {
    discardFrame();
    written = false;
    if (connection != null) {
      connection.hangUp();
      connection = null;
    }
  }

  private void discardFrame() {
    if (open != null) {
      open.discard();
      open = null;
    }
  }

  @Override
  public int payloadBytesMax() {
    return settings.frameBytesMax() - BatchEntry.HEADER_BYTES;
  }

  @Override
  public boolean isWritable() {
    return connection != null && connection.isWritable();
  }

  @Override
  public void open(long session) {
    control(session, BatchEntry.OPEN, settings.session().name());
  }

  @Override
  public void close(long session) {
    control(session, BatchEntry.CLOSE, EMPTY);
  }

  @Override
  public void keepAlive(long session, long acknowledged, long events) {
    ByteBuffer payload = ByteBuffer.allocate(BatchEntry.KEEP_ALIVE_BYTES);
    payload.putLong(acknowledged).putLong(events);
    control(session, BatchEntry.KEEP_ALIVE, payload.array());
  }

  /** Each is alone in its frame. */
  private void control(long session, long sequence, byte[] payload) {
    finishFrame();
    add(requests, session, sequence, 0, payload);
    finishFrame();
  }

  @Override
  public void wantEvents(WantEvents wanted) {
    finishFrame();
    try {
      connection.write(wanted.encode(buffers));
      written = true;
    } catch (OutOfMemoryError noMemory) {
      fail(noMemory);
    }
  }

  @Override
  public void request(long session, long sequence, int outstanding, Request request) {
    if (open != requests || sequence != openSequence) {
      finishFrame();
    }
    int marked = request.isQuery() ? BatchEntry.asQuery(outstanding) : outstanding;
    add(requests, session, sequence, marked, request.payload());
    openSequence = sequence + 1;
  }

  @Override
  public void query(long number, Request query) {
    if (open != queries || !query.consistency().equals(openConsistency)) {
      finishFrame();
    }
    openConsistency = query.consistency();
    add(queries, openConsistency.code(), number, 0, query.payload());
  }

  private void add(
      EntryFrameWriter writer, long session, long sequence, int outstanding, byte[] payload) {
    int entryBytes = BatchEntry.HEADER_BYTES + payload.length;
    if (open != null && entryBytes > connection.requestFrameBytes() - openBytes) {
      finishFrame();
    }
    try {
      if (open == null) {
        writer.begin(Math.max(entryBytes, lastFrameBytes));
        open = writer;
        openBytes = 0;
      }
      writer.add(session, sequence, outstanding, payload);
      openBytes += entryBytes;
    } catch (OutOfMemoryError noMemory) {
      fail(noMemory);
    }
  }

  /** The connection ends, and what is lost with it goes out again over the next one. */
  private void fail(OutOfMemoryError noMemory) {
    discardFrame();
    connection.fail("no memory for a frame: " + noMemory.getMessage());
  }

  private void finishFrame() {
    if (open == null) {
      return;
    }
    connection.write(open.finish());
    // The next frame probably needs as much space as this one.
    lastFrameBytes = Math.min(openBytes, connection.requestFrameBytes());
    open = null;
    written = true;
  }

  @Override
  public void flush() {
    finishFrame();
    if (written) {
      written = false;
      connection.flush();
    }
  }
}
