package io.synod.examples.kv.redis;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.CodecException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client. Its commands are answered in their order, and each sees the effects of those before
 * it. Writes go to the backend without waiting for each other, and so do reads. But a write waits
 * for the answers of all earlier reads, and a read for those of all earlier writes. Confined to the
 * channel's event loop, except for the completion of calls.
 */
final class RedisConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(RedisConnection.class);

  private final ClientState client;
  private final Backend backend;
  private final int inFlightMax;
  private final Transaction transaction;
  // All commands whose answer is not sent yet, in order. The calls among them are with the backend
  // or, behind those, waiting.
  private final ArrayDeque<Reply> replies = new ArrayDeque<>();
  private final ArrayDeque<Call> waiting = new ArrayDeque<>();
  private final AtomicBoolean woken = new AtomicBoolean();
  // Invariant: the calls with the backend are either all writes or all reads.
  private final ArrayDeque<Reply> calling = new ArrayDeque<>();
  private boolean callingWrites;
  private boolean closing;
  private ChannelHandlerContext context;

  RedisConnection(ClientState client, Backend backend, RedisSettings settings) {
    this.client = client;
    this.backend = backend;
    inFlightMax = settings.inFlightMax();
    transaction = new Transaction(this, client, settings.commandBytesMax());
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
    take((Words) message);
    regulate();
  }

  private void take(Words words) {
    Command command = CommandTable.find(words.upper(0));
    if (command == null || !command.takes(words.count())) {
      transaction.refuse(Errors.refused(words, command));
    } else if (command.control() != null) {
      command.control().accept(transaction, words);
    } else if (command.operation() != null) {
      takeOperation(command, words);
    } else if (transaction.isOpen()) {
      transaction.refuse(Errors.notInTransaction(command.name()));
    } else {
      answer(command.local().run(client, words).toBytes());
      closing = client.quits();
    }
  }

  private void takeOperation(Command command, Words words) {
    List<byte[]> arguments;
    try {
      arguments = command.arguments().read(client, words);
    } catch (CommandFailure refusal) {
      transaction.refuse(Errors.of(refusal.getMessage()));
      return;
    }
    if (transaction.isOpen() && !command.operation().isForTransactions()) {
      transaction.refuse(Errors.notInTransaction(command.name()));
    } else if (transaction.isOpen()) {
      transaction.queue(command.operation().request(client.protocol(), arguments));
    } else {
      byte[] request = command.operation().request(client.protocol(), arguments);
      call(command.operation().isWrite(), () -> request, new Reply());
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ignored) {
    drain();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ignored) {
    regulate();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ignored) {
    closing = true;
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
    closing = true;
    if (cause instanceof CodecException) {
      LOG.info("connection {} closed: {}", context.channel().remoteAddress(), cause.getMessage());
      answer(Errors.protocol(cause).toBytes());
    } else {
      LOG.error("connection {} closed", context.channel().remoteAddress(), cause);
      answer(Errors.internal().toBytes());
    }
    drain();
  }

  /** Sends an answer behind those to earlier commands. */
  void answer(byte[] answer) {
    Reply reply = new Reply();
    reply.fill(answer);
    replies.add(reply);
  }

  /** Calls the backend, once the answers to earlier commands allow it. */
  void call(boolean write, Supplier<byte[]> request, Reply reply) {
    replies.add(reply);
    waiting.add(new Call(write, request, reply));
    callWaiting();
  }

  private void callWaiting() {
    while (!waiting.isEmpty() && (calling.isEmpty() || callingWrites == waiting.peek().write())) {
      Call call = waiting.poll();
      callingWrites = call.write();
      calling.add(call.reply());
      byte[] request = call.request().get();
      CompletableFuture<byte[]> answer =
          call.write() ? backend.write(request) : backend.read(request);
      answer.whenComplete((bytes, failure) -> complete(call.reply(), bytes, failure));
    }
  }

  /** Any thread. Several completions wake the event loop once. */
  private void complete(Reply reply, byte[] answer, Throwable failure) {
    reply.fill(failure == null ? answer : Errors.failed(failure).toBytes());
    if (woken.compareAndSet(false, true)) {
      context.executor().execute(this::wake);
    }
  }

  private void wake() {
    woken.set(false);
    drain();
  }

  /** Writes the next answers, calls the backend if allowed, and reads on if there is capacity. */
  private void drain() {
    boolean wrote = writeAnswers();
    while (!calling.isEmpty() && calling.peek().content() != null) {
      calling.poll();
    }
    callWaiting();
    if (closing && replies.isEmpty() && context.channel().isActive()) {
      context.writeAndFlush(context.alloc().buffer(0)).addListener(ChannelFutureListener.CLOSE);
      return;
    }
    if (wrote) {
      context.flush();
    }
    regulate();
  }

  private boolean writeAnswers() {
    ByteBuf bytes = null;
    while (!replies.isEmpty() && replies.peek().content() != null) {
      byte[] answer = replies.poll().content();
      bytes = bytes == null ? context.alloc().buffer(answer.length) : bytes;
      bytes.writeBytes(answer);
    }
    if (bytes != null) {
      context.write(bytes);
    }
    return bytes != null;
  }

  /** Does not read from a client that does not read answers or has too many commands in flight. */
  private void regulate() {
    boolean room = replies.size() < inFlightMax && context.channel().isWritable();
    context.channel().config().setAutoRead(room && !closing);
  }
}
