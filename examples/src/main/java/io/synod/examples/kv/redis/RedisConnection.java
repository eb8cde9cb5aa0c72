package io.synod.examples.kv.redis;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.synod.examples.kv.command.Limits;
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
 * <p>What a connection holds is bounded: a command that has come in part, commands without an
 * answer, and answers that the client does not take. What it holds beyond {@link #OWN_BYTES} is in
 * the {@link Budget} of all connections. At a bound it takes no further command and reads nothing.
 * Confined to the channel's event loop, except for the completion of calls.
 */
final class RedisConnection extends ChannelInboundHandlerAdapter {
  /** What one read brings. */
  static final int READ_BYTES_MAX = 16 << 10;

  private static final Logger LOG = LoggerFactory.getLogger(RedisConnection.class);

  /** Of commands and answers; the last one of them may exceed it. */
  private static final long HELD_BYTES_MAX = 4 << 20;

  /** Small commands never wait for the budget: an unfinished line and another read fit. */
  private static final long OWN_BYTES = CommandReader.LINE_BYTES_MAX + READ_BYTES_MAX;

  /** Answers leave in such pieces; a few of them wait for the socket. */
  private static final int PIECE_BYTES = 16 << 10;

  /** Calls with the backend whose answers may have some MiB. */
  private static final int VALUE_CALLS_MAX = 8;

  /** An answer that needs no space in the budget before it is noticed here. */
  private static final int SMALL_BYTES = 4 << 10;

  /** In the place of an answer for which the budget had no space. */
  private static final byte[] DROPPED = {};

  private static final int CHECK_SECONDS = 10;
  private static final int STRIKES_MAX = 12;
  private static final int STRIKES_OF_SLOW = 4;
  private static final long BYTES_PER_SECOND_MIN = 64 << 10;

  private final ClientState client;
  private final Backend backend;
  private final Budget budget;
  private final int inFlightMax;
  private final Transaction transaction;
  private final CommandReader reader;
  // All commands that are taken and whose answer is not sent yet, in order. The calls among them
  // are with the backend or, behind those, waiting.
  private final ArrayDeque<Reply> replies = new ArrayDeque<>();
  private final ArrayDeque<Reply> waiting = new ArrayDeque<>();
  private final AtomicBoolean woken = new AtomicBoolean();
  // Invariant: the calls with the backend are either all writes or all reads.
  private final ArrayDeque<Reply> calling = new ArrayDeque<>();
  // Invariant: those of them that may answer with values.
  private int valueCalls;
  // Invariant: the sum over all replies; when closed, over those whose calls are with the backend.
  private long heldBytes;
  // Of the answer that is being sent.
  private int sentBytes;
  // What the budget counts for this connection, without answers that are not noticed yet.
  private long bookedBytes;
  // By the budget, in this drain or the last one: it will wake this connection.
  private boolean refused;
  private boolean closing;
  // The client sends no more.
  private boolean inputEnded;
  // Since the last check.
  private long movedBytes;
  private int strikes;

  /** Runs: while the channel is open. */
  private Future<?> check;

  private ChannelHandlerContext context;

  RedisConnection(ClientState client) {
    this.client = client;
    backend = client.server().backend();
    budget = client.server().budget();
    inFlightMax = client.server().settings().inFlightMax();
    transaction = new Transaction(this, client);
    reader = new CommandReader(client.server().settings().commandBytesMax());
  }

  /** After a pause of the process one check is due, not all that it has missed. */
  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
    check =
        added
            .executor()
            .scheduleWithFixedDelay(this::check, CHECK_SECONDS, CHECK_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void channelRead(ChannelHandlerContext ignored, Object message) {
    ByteBuf read = (ByteBuf) message;
    if (closing) {
      read.release();
      return;
    }
    movedBytes += read.readableBytes();
    reader.add(read);
    takeArrived();
    regulate();
  }

  /** Returns whether it has taken any command, or ends with an error. */
  private boolean takeArrived() {
    boolean took = false;
    try {
      for (Words words = next(); words != null; words = next()) {
        take(words);
        took = true;
      }
    } catch (CommandFailure broken) {
      // Any client can cause it, at any rate.
      LOG.debug("connection {} closed: {}", context.channel().remoteAddress(), broken.getMessage());
      endWith(Errors.failed(broken));
      return true;
    }
    return took;
  }

  private Words next() throws CommandFailure {
    return !closing && mayTake() ? reader.next() : null;
  }

  /** The first in the budget's queue completes what it has begun before it begins more. */
  private boolean mayTake() {
    book();
    boolean completes = reader.isWithin() || replies.isEmpty();
    return replies.size() < inFlightMax
        && heldBytes < HELD_BYTES_MAX
        && context.channel().isWritable()
        && (bookedBytes == 0 || (completes || !budget.isFirst(this)) && takeSpace(0));
  }

  /** Reports the bytes that this connection holds now to the budget. */
  private void book() {
    // A closed one is kept by its calls.
    boolean kept = context.channel().isActive() || !calling.isEmpty();
    long held = heldBytes + (kept ? reader.heldBytes() + transaction.heldBytes() : 0);
    long more = Math.max(0, held - OWN_BYTES) - bookedBytes;
    if (more != 0) {
      bookedBytes += more;
      budget.change(more);
    }
  }

  private boolean takeSpace(long bytes) {
    refused = refused || !budget.take(this, bytes);
    bookedBytes += refused ? 0 : bytes;
    return !refused;
  }

  /** The first in the budget's queue has space for the answer that it sends next. */
  private boolean reserve(Reply reply, long answerBytes) {
    boolean isNext = replies.peek() == reply;
    boolean may = (isNext || !budget.isFirst(this)) && takeSpace(answerBytes);
    reply.reservedBytes = may ? answerBytes : 0;
    heldBytes += reply.reservedBytes;
    return may;
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
      throw transaction.wrongArity(command.name());
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
    Resp answer = command.local().run(client, words);
    if (answer.length() > OWN_BYTES && budget.isUsedUp()) {
      throw new CommandFailure("ERR not executed: no memory for the answer, send it again");
    }
    answer(answer);
    closing = quits;
  }

  private void executeOperation(Command command, Words words) throws CommandFailure {
    List<byte[]> arguments = command.arguments().read(client, words);
    Operation operation = command.operation();
    if (transaction.isOpen() && !operation.isForTransactions()) {
      throw Errors.notInTransaction(command.name());
    }
    byte[] request = operation.request(client.protocol(), arguments);
    if (transaction.isOpen()) {
      transaction.queue(request);
    } else {
      boolean latest = transaction.isWatching();
      boolean values = command.answersValues(words);
      call(new Call(operation, latest, values, request.length, () -> request, answer -> answer));
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ignored) {
    drain();
  }

  /**
   * A client that sends no more still receives its answers, as at Redis. All that waited in its
   * socket was read before this event, without regard to the budget. If that is now used up, the
   * connection is closed.
   */
  @Override
  public void userEventTriggered(ChannelHandlerContext ignored, Object event) {
    if (event == ChannelInputShutdownEvent.INSTANCE) {
      inputEnded = true;
      book();
      if (bookedBytes > 0 && budget.isUsedUp()) {
        context.close();
      }
      drain();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ignored) {
    regulate();
    // Not at once: this call may come from within a write.
    wakeSoon();
  }

  /**
   * Closes a client that takes nothing for 30 s, or that moves too few bytes while others wait for
   * those that it holds; and one for which others wait two minutes while it is the first of them.
   */
  private void check() {
    boolean first = budget.isFirst(this) && budget.isAwaited();
    boolean waits = refused || !calling.isEmpty();
    boolean hinders = bookedBytes > 0 && !waits && budget.isAwaited();
    long bytesMin = hinders ? BYTES_PER_SECOND_MIN * CHECK_SECONDS : 1;
    boolean slow = (hinders || !context.channel().isWritable()) && movedBytes < bytesMin;
    movedBytes = 0;
    strikes = slow || first ? strikes + (slow ? STRIKES_OF_SLOW : 1) : 0;
    if (strikes >= STRIKES_MAX) {
      LOG.info(
          "connection {} closed: the client takes no answers, or sends and takes too little while"
              + " other clients wait for the {} bytes that it holds; read answers, or send fewer"
              + " commands at a time",
          context.channel().remoteAddress(),
          bookedBytes);
      context.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ignored) {
    check.cancel(false);
    closing = true;
    replies.clear();
    waiting.clear();
    heldBytes = calling.stream().mapToLong(Reply::heldBytes).sum();
    budget.leave(this);
    drain();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ignored, Throwable cause) {
    if (cause instanceof IOException) {
      context.close();
    } else if (!closing) {
      LOG.error("connection {} closed", context.channel().remoteAddress(), cause);
      endWith(Errors.of("ERR internal error"));
      drain();
    }
  }

  private void endWith(Resp error) {
    answer(error);
    closing = true;
  }

  /** Sends an answer behind those to earlier commands. */
  void answer(Resp answer) {
    add(new Reply(null, answer.toBytes()));
  }

  private void add(Reply reply) {
    replies.add(reply);
    heldBytes += reply.heldBytes();
  }

  /** Calls the backend, once the answers to earlier commands allow it. */
  void call(Call call) {
    Reply reply = new Reply(call, null);
    add(reply);
    waiting.add(reply);
    callWaiting();
  }

  private void callWaiting() {
    while (!waiting.isEmpty() && mayCall(waiting.peek().call) && mayAnswer(waiting.peek())) {
      Reply next = waiting.poll();
      calling.add(next);
      valueCalls += next.call.answersValues() ? 1 : 0;
      callBackend(next);
    }
  }

  private boolean mayCall(Call next) {
    if (calling.isEmpty() || !context.channel().isWritable()) {
      return context.channel().isWritable();
    }
    Operation last = calling.peekLast().call.operation();
    return last != Operation.VERSIONS
        && last.isWrite() == next.operation().isWrite()
        && (valueCalls < VALUE_CALLS_MAX || !next.answersValues());
  }

  /** A write is not called again, so it needs space for its answer before. */
  private boolean mayAnswer(Reply next) {
    boolean needsSpace = next.call.answersValues() && next.call.operation().isWrite();
    return !needsSpace || reserve(next, Limits.WRITE_ANSWER_BYTES_MAX);
  }

  private void callBackend(Reply reply) {
    byte[] request = reply.call.request().get();
    boolean writes = reply.call.operation().isWrite();
    CompletableFuture<byte[]> answer =
        writes ? backend.write(request) : backend.read(request, reply.call.latest());
    answer.whenComplete((bytes, failure) -> complete(reply, bytes, failure));
  }

  /** Any thread. Several completions wake the event loop once. */
  private void complete(Reply reply, byte[] answer, Throwable failure) {
    byte[] bytes = failure == null ? answer : Errors.failed(failure).toBytes();
    boolean must = reply.call.operation().isWrite() || reply.reservedBytes > 0;
    boolean keeps = bytes.length <= SMALL_BYTES || budget.keep(bytes.length, must);
    reply.ended = keeps ? bytes : DROPPED;
    wakeSoon();
  }

  /** Any thread. */
  void wakeSoon() {
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
    refused = false;
    do {
      endCalls();
      writeAnswers();
      // The next answer may have space now.
      endCalls();
      callWaiting();
    } while (takeArrived());
    // A command that has not come whole never will.
    closing |= inputEnded && mayTake();
    regulate();
    book();
    if (budget.isFirst(this) ? bookedBytes == 0 : !refused) {
      budget.leave(this);
    }
    if (closing && replies.isEmpty() && context.channel().isActive()) {
      context.writeAndFlush(context.alloc().buffer(0)).addListener(ChannelFutureListener.CLOSE);
    }
  }

  private void endCalls() {
    boolean open = context.channel().isActive();
    while (!calling.isEmpty() && calling.peek().ended != null) {
      Reply reply = calling.peek();
      if (reply.ended == DROPPED && open) {
        callAgain(reply);
        return;
      }
      calling.poll();
      valueCalls -= reply.call.answersValues() ? 1 : 0;
      bookedBytes += reply.ended.length <= SMALL_BYTES ? 0 : reply.ended.length;
      heldBytes -= reply.heldBytes();
      if (open) {
        reply.reservedBytes = 0;
        reply.answer = reply.call.answer().apply(reply.ended);
        heldBytes += reply.heldBytes();
      }
    }
  }

  /** The answer of a read was dropped: the backend is called again once there is space for it. */
  private void callAgain(Reply reply) {
    if (reserve(reply, Limits.ANSWER_BYTES_MAX)) {
      reply.ended = null;
      callBackend(reply);
    }
  }

  private void writeAnswers() {
    while (hasAnswer() && context.channel().isWritable()) {
      ByteBuf piece = context.alloc().buffer(256, PIECE_BYTES);
      while (hasAnswer() && piece.maxWritableBytes() > 0) {
        byte[] answer = replies.peek().answer;
        int length = Math.min(answer.length - sentBytes, piece.maxWritableBytes());
        piece.writeBytes(answer, sentBytes, length);
        sentBytes += length;
        if (sentBytes == answer.length) {
          heldBytes -= replies.poll().heldBytes();
          sentBytes = 0;
        }
      }
      movedBytes += piece.readableBytes();
      context.writeAndFlush(piece);
    }
  }

  private boolean hasAnswer() {
    return !replies.isEmpty() && replies.peek().answer != null;
  }

  /** Does not read from a client that does not read answers or has too many commands in flight. */
  private void regulate() {
    context.channel().config().setAutoRead(!closing && mayTake());
  }

  /** A command that is taken, until its answer is sent. */
  private static final class Reply {
    // The memory of a command beside its bytes, with its objects in the backend.
    private static final int OBJECT_BYTES = 512;

    // Null if the answer was known at once.
    private final Call call;
    private byte[] answer;
    private long reservedBytes;
    // The backend's answer; set by any thread.
    private volatile byte[] ended;

    Reply(Call call, byte[] answer) {
      this.call = call;
      this.answer = answer;
    }

    long heldBytes() {
      long bytes = (call == null ? 0 : call.bytes()) + (answer == null ? 0 : answer.length);
      return OBJECT_BYTES + bytes + reservedBytes;
    }
  }
}
