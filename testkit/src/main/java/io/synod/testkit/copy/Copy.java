package io.synod.testkit.copy;

import io.synod.core.command.Batch;
import io.synod.core.execution.ExceptionListener;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.execution.Replies;
import io.synod.core.settings.AnswerLimits;
import io.synod.core.settings.OnException;
import io.synod.core.settings.ServiceSettings;
import io.synod.core.settings.SessionSettings;
import io.synod.core.version.KnownVersions;
import io.synod.service.Lifecycle;
import io.synod.service.Role;
import io.synod.service.Service;
import io.synod.testkit.service.SequentialModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** One instance of the service, executed as a replica executes it. */
final class Copy {
  static final long IDLE_MILLIS = 60_000;

  private static final int TIMERS_MAX = 100_000;
  private static final int OUTSTANDING_MAX = 64;
  private static final int SESSIONS_MAX = 1_000;
  private static final int ANSWER_BYTES_MAX = 16 << 20;
  private static final long KEPT_BYTES_MAX = 1L << 30;
  private static final SessionSettings SESSIONS =
      new SessionSettings(
          IDLE_MILLIS,
          OUTSTANDING_MAX,
          SESSIONS_MAX,
          new AnswerLimits(ANSWER_BYTES_MAX, KEPT_BYTES_MAX, KEPT_BYTES_MAX),
          KEPT_BYTES_MAX);

  private final CopyKind kind;
  private final Service service;
  private final TrackedService tracked;
  private final Execution execution;
  private long queries;
  private boolean isStarted;

  /**
   * @param model that the original or the queried copy is compared with; null for none
   */
  Copy(CopyKind kind, Service service, SequentialModel model, boolean refusalsMayChange) {
    this.kind = kind;
    this.service = service;
    boolean isModelled = model != null && (kind == CopyKind.ORIGINAL || kind == CopyKind.QUERIED);
    Service called =
        isModelled ? new ModelledService(service, model, kind == CopyKind.ORIGINAL) : service;
    tracked = new TrackedService(called, kind == CopyKind.REUSED_BUFFERS, refusalsMayChange);
    // A tracked service reports its exceptions itself.
    execution =
        new Execution(
            tracked,
            SESSIONS,
            new ServiceSettings(OnException.REPLY, TIMERS_MAX),
            ExceptionListener.NONE);
  }

  /** Calls that a replica makes before the first request. */
  void start() {
    isStarted = true;
    if (service instanceof Lifecycle lifecycle) {
      lifecycle.onStart();
      lifecycle.onRole(Role.FOLLOWER);
      if (kind != CopyKind.FOLLOWER) {
        lifecycle.onRole(Role.LEADER);
      }
    }
  }

  void stop() {
    if (service instanceof Lifecycle lifecycle) {
      lifecycle.onStop();
    }
  }

  CopyKind kind() {
    return kind;
  }

  /** Versions of the service among them. */
  KnownVersions known() {
    return KnownVersions.of(service.oldestVersion(), service.newestVersion());
  }

  TrackedService tracked() {
    return tracked;
  }

  /** Executes the batch of the next slot; returns what the service did. */
  List<String> execute(Batch batch, Replies replies) {
    execution.execute(execution.executed(), batch, replies);
    return tracked.takeOutcomes();
  }

  /** Answers a query; returns what the service did. */
  List<String> query(byte[] query) {
    execution.query(++queries, ByteBuffer.wrap(query).asReadOnlyBuffer(), (a, b, c, d) -> {});
    return tracked.takeOutcomes();
  }

  long nextTimerMillis() {
    return execution.nextTimerMillis();
  }

  ExecutionSnapshot capture() {
    return execution.capture();
  }

  static byte[] written(ExecutionSnapshot snapshot) throws IOException {
    try (snapshot) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      snapshot.writeTo(out);
      return out.toByteArray();
    }
  }

  /** Before the start on another thread, as by the thread that starts a replica. */
  void restore(byte[] snapshot) throws IOException {
    if (isStarted) {
      execution.restore(new SmallReads(snapshot));
    } else {
      OtherThread.run(
          () -> {
            execution.restore(new SmallReads(snapshot));
            return null;
          });
    }
  }
}
