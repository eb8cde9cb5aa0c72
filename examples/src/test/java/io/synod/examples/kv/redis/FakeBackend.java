package io.synod.examples.kv.redis;

import io.synod.examples.kv.KvRig;
import io.synod.service.ServiceException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A backend whose calls are answered when the test says so, by a service in this process. */
final class FakeBackend implements Backend {
  /** What was asked and not answered, oldest first: {@code W} for writes, {@code R} for reads. */
  final Deque<Open> open = new ArrayDeque<>();

  private final KvRig kv = new KvRig();
  private boolean answersAtOnce;

  FakeBackend answeringAtOnce() {
    answersAtOnce = true;
    return this;
  }

  @Override
  public CompletableFuture<byte[]> write(byte[] request) {
    return opened(new Open(true, request, new CompletableFuture<>()));
  }

  @Override
  public CompletableFuture<byte[]> read(byte[] request) {
    return opened(new Open(false, request, new CompletableFuture<>()));
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

  String openKinds() {
    StringBuilder kinds = new StringBuilder();
    open.forEach(call -> kinds.append(call.write() ? 'W' : 'R'));
    return kinds.toString();
  }

  void answerAll() {
    answer(new ArrayList<>(open));
  }

  void answerNewest() {
    answer(List.of(open.peekLast()));
  }

  void failOldest(Throwable failure) {
    open.poll().answer().completeExceptionally(failure);
  }

  private void answer(List<Open> calls) {
    for (Open call : calls) {
      open.remove(call);
      try {
        call.answer().complete(kv.run(call.write(), call.request()));
      } catch (ServiceException refusal) {
        call.answer().completeExceptionally(refusal);
      }
    }
  }

  record Open(boolean write, byte[] request, CompletableFuture<byte[]> answer) {}
}
