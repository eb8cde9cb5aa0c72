package io.synod.examples.kv.redis;

import io.synod.examples.kv.KvRig;
import io.synod.service.ServiceException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** A backend whose calls are answered when the test says so, by a service in this process. */
final class FakeBackend implements Backend {
  /** What was asked and not answered, oldest first. */
  final Deque<Open> open = new ArrayDeque<>();

  private final KvRig kv = new KvRig();
  private boolean answersAtOnce;

  FakeBackend answeringAtOnce() {
    answersAtOnce = true;
    return this;
  }

  @Override
  public CompletableFuture<byte[]> write(byte[] request) {
    return opened(new Open('W', request, new CompletableFuture<>()));
  }

  @Override
  public CompletableFuture<byte[]> read(byte[] request, boolean latest) {
    return opened(new Open(latest ? 'L' : 'R', request, new CompletableFuture<>()));
  }

  /** A write of another client. */
  void writes(String name, String... arguments) {
    kv.run(name, arguments);
  }

  @Override
  public String info() {
    return "# Fake\r\nfake:yes\r\n";
  }

  private CompletableFuture<byte[]> opened(Open call) {
    open.add(call);
    if (answersAtOnce) {
      answerAll();
    }
    return call.answer();
  }

  /** {@code W} for writes, {@code R} for reads, {@code L} for reads of the latest state. */
  String openKinds() {
    StringBuilder kinds = new StringBuilder();
    open.forEach(call -> kinds.append(call.kind()));
    return kinds.toString();
  }

  void answerAll() {
    answer(new ArrayList<>(open));
  }

  void answerNewest() {
    answer(List.of(open.peekLast()));
  }

  /** Answers some of what is open, in any order. */
  void answerSome(Random random) {
    List<Open> some = new ArrayList<>(open);
    Collections.shuffle(some, random);
    answer(some.subList(0, random.nextInt(some.size() + 1)));
  }

  void failOldest(Throwable failure) {
    open.poll().answer().completeExceptionally(failure);
  }

  private void answer(List<Open> calls) {
    for (Open call : calls) {
      open.remove(call);
      try {
        call.answer().complete(kv.run(call.kind() == 'W', call.request()));
      } catch (ServiceException refusal) {
        call.answer().completeExceptionally(refusal);
      }
    }
  }

  record Open(char kind, byte[] request, CompletableFuture<byte[]> answer) {}
}
