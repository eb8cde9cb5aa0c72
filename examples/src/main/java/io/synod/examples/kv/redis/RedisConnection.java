package io.synod.examples.kv.redis;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.CodecException;
import io.synod.examples.kv.command.Operation;
import io.synod.examples.kv.command.Resp;
import io.synod.service.ServiceException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client. Its commands are answered in their order, and each sees the effects of the writes
 * before it. Writes go to the backend without waiting for each other, and so do reads. But a write
 * waits for the answers of all earlier reads, and a read for those of all earlier writes. All calls
 * behind a WATCH wait for its answer, so none of them sees less than it.
 *
 * <p>What a connection holds is bounded: commands without an answer, their bytes, and answers that
 * the client does not take. At a bound it takes no further command and calls the backend no more
 * until the client has taken answers. It ends if the client takes no answer for 30 s. Confined to
 * the channel's event loop, except for the completion of calls.
 */
final class RedisConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(RedisConnection.class);

  /**
   * Bytes of commands, and of answers that the endpoint gives itself; one command may exceed it.
   */
  private static final long HELD_BYTES_MAX = 4 << 20;

  /** Calls with the backend whose answers may have some MiB. */
  private static final int VALUE_CALLS_MAX = 8;

  private static final int BUFFER_BYTES = 64 << 10;
  private static final long STALL_SECONDS = 15;

  private final ClientState client;
  private final Backend backend;
  private final int inFlightMax;
  private final Transaction transaction;
  // Commands of the last read that are not taken yet, and what ends the connection behind them.
  private final ArrayDeque<Runnable> arrived = new ArrayDeque<>();
  // All commands that are taken and whose answer is not sent yet, in order. The calls among them
  // are with the backend or, behind those, waiting.
  private final ArrayDeque<Reply> replies = new ArrayDeque<>();
  private final ArrayDeque<Call> waiting = new ArrayDeque<>();
  private final AtomicBoolean woken = new AtomicBoolean();
  // Invariant: the calls with the backend are either all writes or all reads.
  private final ArrayDeque<Call> calling = new ArrayDeque<>();
  // Invariant: those of them that may answer with values.
  private int valueCalls;
  // Invariant: the sum over all replies.
  private long heldBytes;
  private boolean closing;

  /** Closes a client that takes nothing. Runs: while the channel is not writable. */
  private Future<?> stallCheck;

  private ChannelHandlerContext context;

  RedisConnection(ClientState client) {
    this.client = client;
    backend = client.server().backend();
    inFlightMax = client.server().settings().inFlightMax();
    transaction = new Transaction(this, client);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  @Override
  public void channelRead(ChannelHandlerContext ignored, Object message) {
    if (closing) {
      return;
    }
    arrived.add(() -> take((Words) message));
    takeArrived();
    regulate();
  }

  /** Returns whether it has taken any command. */
  private boolean takeArrived() {
    boolean took = false;
    while (!arrived.isEmpty() && mayTake()) {
      arrived.poll().run();
      took = true;
      if (closing) {
        arrived.clear();
      }
    }
    return took;
  }

  private boolean mayTake() {
    return replies.size() < inFlightMax
        && heldBytes < HELD_BYTES_MAX
        && context.channel().isWritable();
  }

  private void take(Words words) {
    Command command = CommandTable.find(words.upper(0));
    try {
      if (command == null) {
        throw Errors.unknownCommand(words);
      }
      execute(command, words);
    } catch (CommandFailure | ServiceException refusal) {
      transaction.refuse();
      answer(Errors.failed(refusal));
    }
  }

  private void execute(Command command, Words words) throws CommandFailure, ServiceException {
    if (!command.takes(words.count())) {
      throw Errors.wrongArity(command.name());
    }
    if (command.control() != null) {
      command.control().run(transaction, words);
    } else if (command.operation() != null) {
      executeOperation(command, words);
    } else {
      executeLocal(command, words);
    }
  }

  private void executeLocal(Command command, Words words) throws CommandFailure, ServiceException {
    boolean quits = command.name().equals("quit");
    if (transaction.isOpen() && !quits) {
      throw Errors.notInTransaction(command.name());
    }
    answer(command.local().run(client, words));
    closing = quits;
  }

  private void executeOperation(Command command, Words words) throws CommandFailure {
    List<byte[]> arguments = command.arguments().read(client, words);
    if (transaction.isOpen() && !command.operation().isForTransactions()) {
      throw Errors.notInTransaction(command.name());
    }
    byte[] request = command.operation().request(client.protocol(), arguments);
    if (transaction.isOpen()) {
      transaction.queue(request);
    } else {
      Reply reply = new Reply(request.length);
      call(new Call(command.operation(), transaction.isWatching(), () -> request, reply));
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ignored) {
    drain();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ignored) {
    regulate();
    // Not at once: this call may come from within a write.
    wakeSoon();
    cancelStallCheck();
    if (!context.channel().isWritable()) {
      scheduleStallCheck(Long.MAX_VALUE);
    }
  }

  private void cancelStallCheck() {
    if (stallCheck != null) {
      stallCheck.cancel(false);
    }
  }

  private void scheduleStallCheck(long untakenBytes) {
    stallCheck =
        context
            .executor()
            .schedule(() -> checkStall(untakenBytes), STALL_SECONDS, TimeUnit.SECONDS);
  }

  /** The first check of a full buffer only notes how much the client has to take. */
  private void checkStall(long untakenBytesBefore) {
    long untakenBytes = context.channel().bytesBeforeWritable();
    if (untakenBytes < untakenBytesBefore) {
      scheduleStallCheck(untakenBytes);
      return;
    }
    LOG.info(
        "connection {} closed: the client has taken no answer for {} s, read answers or send fewer"
            + " commands at a time",
        context.channel().remoteAddress(),
        STALL_SECONDS);
    context.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ignored) {
    cancelStallCheck();
    closing = true;
    arrived.clear();
    replies.clear();
    waiting.clear();
    calling.clear();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ignored, Throwable cause) {
    if (cause instanceof IOException) {
      context.close();
      return;
    }
    if (closing) {
      return;
    }
    if (cause instanceof CodecException) {
      // Whoever connects can cause it, as often as he likes.
      LOG.debug("connection {} closed: {}", context.channel().remoteAddress(), cause.getMessage());
      arrived.add(() -> endWith(Errors.protocol(cause)));
    } else {
      LOG.error("connection {} closed", context.channel().remoteAddress(), cause);
      arrived.clear();
      endWith(Errors.of("ERR internal error"));
    }
    drain();
  }

  private void endWith(Resp error) {
    answer(error);
    closing = true;
  }

  /** Sends an answer behind those to earlier commands. */
  void answer(Resp answer) {
    byte[] bytes = answer.toBytes();
    Reply reply = new Reply(bytes.length);
    reply.fill(bytes);
    add(reply);
  }

  private void add(Reply reply) {
    replies.add(reply);
    heldBytes += reply.heldBytes();
  }

  /** Calls the backend, once the answers to earlier commands allow it. */
  void call(Call call) {
    add(call.reply());
    waiting.add(call);
    callWaiting();
  }

  private void callWaiting() {
    while (!waiting.isEmpty() && mayCall(waiting.peek())) {
      Call call = waiting.poll();
      calling.add(call);
      valueCalls += call.operation().answersValues() ? 1 : 0;
      callBackend(call).whenComplete((bytes, failure) -> complete(call.reply(), bytes, failure));
    }
  }

  private boolean mayCall(Call next) {
    if (calling.isEmpty() || !context.channel().isWritable()) {
      return context.channel().isWritable();
    }
    Operation last = calling.peekLast().operation();
    return last != Operation.VERSIONS
        && last.isWrite() == next.operation().isWrite()
        && (valueCalls < VALUE_CALLS_MAX || !next.operation().answersValues());
  }

  private CompletableFuture<byte[]> callBackend(Call call) {
    byte[] request = call.request().get();
    if (call.operation().isWrite()) {
      return backend.write(request);
    }
    return call.latest() ? backend.readLatest(request) : backend.read(request);
  }

  /** Any thread. Several completions wake the event loop once. */
  private void complete(Reply reply, byte[] answer, Throwable failure) {
    reply.fill(failure == null ? answer : Errors.failed(failure).toBytes());
    wakeSoon();
  }

  private void wakeSoon() {
    if (woken.compareAndSet(false, true)) {
      context.executor().execute(this::wake);
    }
  }

  private void wake() {
    woken.set(false);
    try {
      drain();
    } catch (RuntimeException mistake) {
      exceptionCaught(context, mistake);
    }
  }

  /** Writes the next answers, calls the backend if allowed, and takes and reads commands again. */
  private void drain() {
    do {
      writeAnswers();
      endCalls();
      callWaiting();
    } while (takeArrived());
    if (closing && replies.isEmpty() && context.channel().isActive()) {
      context.writeAndFlush(context.alloc().buffer(0)).addListener(ChannelFutureListener.CLOSE);
      return;
    }
    regulate();
  }

  private void endCalls() {
    while (!calling.isEmpty() && calling.peek().reply().content() != null) {
      valueCalls -= calling.poll().operation().answersValues() ? 1 : 0;
    }
  }

  private void writeAnswers() {
    boolean wrote = false;
    while (hasAnswer() && context.channel().isWritable()) {
      byte[] answer = takeAnswer();
      if (answer.length >= BUFFER_BYTES) {
        writePieces(answer);
      } else {
        context.write(withNext(answer));
      }
      wrote = true;
    }
    if (wrote) {
      context.flush();
    }
  }

  /** An answer and, as far as they fit into one buffer, those behind it. */
  private ByteBuf withNext(byte[] answer) {
    ByteBuf bytes = context.alloc().buffer(answer.length).writeBytes(answer);
    while (hasAnswer() && bytes.readableBytes() + replies.peek().content().length <= BUFFER_BYTES) {
      bytes.writeBytes(takeAnswer());
    }
    return bytes;
  }

  /** In pieces, so that checkStall sees that a slow client takes something. */
  private void writePieces(byte[] answer) {
    for (int at = 0; at < answer.length; at += BUFFER_BYTES) {
      int length = Math.min(BUFFER_BYTES, answer.length - at);
      context.write(Unpooled.wrappedBuffer(answer, at, length));
    }
  }

  private boolean hasAnswer() {
    return !replies.isEmpty() && replies.peek().content() != null;
  }

  private byte[] takeAnswer() {
    Reply reply = replies.poll();
    heldBytes -= reply.heldBytes();
    return reply.content();
  }

  /** Does not read from a client that does not read answers or has too many commands in flight. */
  private void regulate() {
    context.channel().config().setAutoRead(arrived.isEmpty() && mayTake() && !closing);
  }
}
