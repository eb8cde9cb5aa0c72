package io.synod.replica.stage;

import io.synod.core.command.Batch;
import io.synod.core.command.SkipEntry;
import io.synod.core.execution.Execution;
import io.synod.core.execution.Halt;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.execution.ServiceFailure;
import io.synod.core.membership.Memberships;
import io.synod.core.session.SessionLimits;
import io.synod.core.version.ClusterVersion;
import io.synod.network.ingress.ClientConnection;
import io.synod.network.ingress.Queries;
import io.synod.network.wire.WantEvents;
import io.synod.replica.executor.Stage;
import io.synod.replica.executor.StageExecutor;
import io.synod.service.Role;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Executes decided batches and reads, and answers the clients that are connected here. */
public final class ServiceStage extends Stage {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");
  private static final byte[] NO_ANSWER = new byte[0];

  private final String who;
  private final Execution execution;
  private final ReplyRoutes routes;
  private final ReadLimits reads;
  private final SessionLimitsListener limitsListener;
  private final ReplicaWatch watch;

  // Frames of queries that were admitted and are not answered: they wait for their round or here.
  private final AtomicInteger readsUnderWay = new AtomicInteger();
  private final AtomicLong readBytes = new AtomicLong();

  private volatile long executed;

  // Those in the snapshot that was restored last; null if none was.
  private volatile Memberships restoredMemberships;
  private volatile int timers;
  private volatile ClusterVersion version = ClusterVersion.FIRST;
  private volatile SessionLimits limits;
  private long nextTimerMillis = Long.MAX_VALUE;

  // Null while the service goes on. Otherwise all that is to be done behind the request at which it
  // has thrown: at most the backlog.
  private volatile Halt halt;
  private final ArrayDeque<Object> held = new ArrayDeque<>();
  private ExecutionListener listener;
  private BatchingListener batching;

  // Null until onStart was called. Of this stage's thread, and then of the one that ends it.
  private Role role;
  private SnapshotStage snapshots;

  private record Capture(boolean alsoHalted) {}

  private record Restore(long end) {}

  private record Delivery(long slot, Batch batch) {}

  private record Refused(Queries queries, ReplyStatus status) {}

  /**
   * Bounds of the queries that are under way.
   *
   * @param frames that hold them
   * @param bytes of these frames
   */
  public record ReadLimits(int frames, long bytes) {}

  public ServiceStage(
      String who,
      StageExecutor executor,
      Execution execution,
      ReadLimits reads,
      SessionLimitsListener limitsListener,
      ReplyRoutes routes,
      ReplicaWatch watch,
      Consumer<Throwable> onFailure) {
    super("service", executor, ORDERS_ONLY, onFailure);
    this.who = who;
    this.execution = execution;
    this.reads = reads;
    this.limitsListener = limitsListener;
    this.routes = routes;
    this.watch = watch;
    hold(execution.limits());
  }

  /** Receives what decides when the leader closes batches. Service thread. */
  public interface BatchingListener {
    /** Of a learner, which never leads. */
    BatchingListener NONE =
        new BatchingListener() {
          @Override
          public void halted(SkipEntry entry) {}

          @Override
          public void leaderTime(long millis, long nowNanos) {}

          @Override
          public void nextTimer(long atMillis) {}
        };

    /**
     * The service waits for an entry, or goes on.
     *
     * @param entry null if it goes on
     */
    void halted(SkipEntry entry);

    /** Up to a batch of this leader time everything is executed, or restored. */
    void leaderTime(long millis, long nowNanos);

    /**
     * When the next timer of the service is due.
     *
     * @param atMillis {@link Long#MAX_VALUE} if none is set
     */
    void nextTimer(long atMillis);
  }

  /**
   * Before the first cycle.
   *
   * @param first role of the replica
   */
  public void reportTo(
      Role first,
      ExecutionListener executions,
      SnapshotStage snapshotStage,
      BatchingListener batchingListener) {
    listener = executions;
    batching = batchingListener;
    becomes(first);
    snapshots = snapshotStage;
    if (limits.number() > 0) {
      // Of the snapshot that it begins with.
      limitsListener.changed(execution.executed(), limits);
    }
    publishExecuted();
    publishTimes();
    if (execution.halt() != null) {
      // In the snapshot that it begins with.
      halted(execution.halt());
    }
  }

  /** Takes a place for queries until they are answered; false if all are taken. Any thread. */
  public boolean reserveRead(Queries queries) {
    if (readsUnderWay.incrementAndGet() <= reads.frames()
        & readBytes.addAndGet(queries.bytes()) <= reads.bytes()) {
      return true;
    }
    releaseRead(queries);
    return false;
  }

  /** Gives back the place of queries that were not handed over after all. Any thread. */
  public void releaseRead(Queries queries) {
    readsUnderWay.decrementAndGet();
    readBytes.addAndGet(-queries.bytes());
  }

  /** Every slot before this one is executed. Any thread. */
  public long executed() {
    return executed;
  }

  /**
   * The memberships in the snapshot from which the service was restored last, up to {@link
   * #executed}; null if it was not. Any thread.
   */
  public Memberships restoredMemberships() {
    return restoredMemberships;
  }

  /** The limits of sessions behind what is executed. Any thread. */
  public SessionLimits limits() {
    return limits;
  }

  /** The replica has this role from now on. Any thread. */
  public void becomes(Role now) {
    if (execution.lifecycle().isPresent()) {
      orderAct(() -> begin(now));
    }
  }

  /** The request at which the service waits until it is skipped; null while it goes on. */
  public Halt halt() {
    return halt;
  }

  /** The version of the cluster behind {@link #executed}. Any thread. */
  public ClusterVersion version() {
    return version;
  }

  /** Timers of the service that are set. Any thread. */
  public int timers() {
    return timers;
  }

  /** Replies of {@code session} go to {@code connection} from now on. Any thread. */
  public void route(ClientConnection connection, long session) {
    orderAct(() -> routes.add(connection, session));
  }

  /** A session's replies and events go to {@code connection} from now on. Any thread. */
  public void wantEvents(ClientConnection connection, WantEvents wanted) {
    orderAct(
        () -> {
          routes.wantEvents(connection, wanted, execution);
          connection.eventsFollow();
        });
  }

  /** {@code connection} takes replies again. Any thread. */
  public void takesReplies(ClientConnection connection) {
    orderAct(() -> routes.resume(connection, execution));
  }

  /** {@code connection} is gone. Nothing is kept of one without sessions. Any thread. */
  public void closed(ClientConnection connection) {
    if (connection.hadSessions()) {
      orderAct(
          () -> {
            routes.remove(connection);
            connection.forgotten();
          });
    } else {
      // As after any other: recorded simulations stay as they are.
      wake();
    }
  }

  /** Executes {@code batch} after all that was delivered before. The core bounds how many wait. */
  void deliver(long slot, Batch batch) {
    order(new Delivery(slot, batch));
  }

  /**
   * Captures the state after all that was delivered before.
   *
   * @param alsoHalted if the service has halted, there; otherwise once it goes on
   */
  void capture(boolean alsoHalted) {
    order(new Capture(alsoHalted));
  }

  /** Replaces the state by that of a stored snapshot, after all that was delivered before. */
  void restore(long end) {
    order(new Restore(end));
  }

  /** Executes {@code queries} after all that was delivered before. */
  void serve(Queries queries) {
    order(queries);
  }

  /** Answers every query of {@code queries} with {@code status}. */
  void refuse(Queries queries, ReplyStatus status) {
    order(new Refused(queries, status));
  }

  /** For what waits neither for a slot nor for a service that has halted. */
  private void orderAct(Runnable act) {
    order(act);
  }

  @Override
  protected void handle(Object item, long nowNanos) {
    if (item instanceof Delivery || item instanceof Capture || item instanceof Restore) {
      if (halt != null && item instanceof Restore) {
        leaveHalt();
        held.addFirst(item);
      } else if (halt != null && item instanceof Capture capture && capture.alsoHalted()) {
        captureHalted();
      } else {
        held.add(item);
      }
      if (halt != null && item instanceof Delivery delivery) {
        skipIfNamedIn(delivery);
      }
      goOn();
    } else if (item instanceof Queries queries) {
      answer(queries);
    } else if (item instanceof Refused refused) {
      refused.queries().refuse(refused.status());
      end(refused.queries());
    } else {
      ((Runnable) item).run();
    }
  }

  /** What the request has left may be in no state to be captured. */
  private void captureHalted() {
    try {
      snapshots.write(execution.capture());
    } catch (ServiceFailure failure) {
      if (failure.getCause() instanceof Error) {
        throw failure;
      }
      LOG.warn(
          "{}: {}; a member that needs it waits until request {} of slot {} is skipped",
          who,
          failure.getMessage(),
          halt.request().index(),
          halt.request().slot(),
          failure.getCause());
      snapshots.failed(halt.request().slot() + 1);
    }
  }

  /** What is restored next holds everything that was delivered before it. */
  private void leaveHalt() {
    halt = null;
    batching.halted(null);
    held.removeIf(one -> one instanceof Delivery);
  }

  /** In their order, up to one at which the service halts. */
  private void goOn() {
    while (halt == null && !held.isEmpty()) {
      Object item = held.poll();
      if (item instanceof Delivery delivery) {
        execution.execute(delivery.slot(), delivery.batch(), routes);
        afterExecution();
      } else if (item instanceof Capture) {
        snapshots.write(execution.capture());
      } else {
        snapshots.restore(((Restore) item).end(), execution);
        // Before the position is published, which counts the slot that is there in part.
        if (execution.halt() != null) {
          halted(execution.halt());
        }
        // Before it too: the protocol reads them behind it.
        restoredMemberships = execution.memberships();
        publishExecuted();
        publishTimes();
        watch.restored(executed);
        listener.restored();
      }
    }
  }

  /** A batch was executed, or a part of it. */
  private void afterExecution() {
    worked();
    if (execution.halt() != null) {
      routes.flush();
      halted(execution.halt());
      return;
    }
    // Before the answers leave: who has one sees its slot executed here.
    publishExecuted();
    routes.flush();
    publishTimes();
    reportDigest();
    watch.executed(executed);
    listener.executed(executed);
  }

  private void halted(Halt at) {
    halt = at;
    listener.halted(at.request().slot(), execution.executed());
    batching.halted(at.request());
    publishTimes();
  }

  private void skipIfNamedIn(Delivery delivery) {
    if (halt.request().isIn(delivery.batch())) {
      halt = null;
      batching.halted(null);
      execution.skip(routes);
      afterExecution();
    }
  }

  private void begin(Role now) {
    boolean isFirst = role == null;
    boolean isOther = role != now;
    // Before the calls: the last one follows also one that throws.
    role = now;
    if (isFirst) {
      execution.lifecycle().start();
    }
    if (isOther) {
      execution.lifecycle().role(now);
    }
  }

  private void publishExecuted() {
    ClusterVersion now = execution.version();
    if (!now.equals(version)) {
      version = now;
      LOG.info("{}: from slot {} on the cluster uses {}", who, execution.executed(), now);
    }
    SessionLimits allowed = execution.limits();
    if (allowed.number() != limits.number()) {
      hold(allowed);
      limitsListener.changed(execution.executed(), allowed);
    }
    executed = execution.executed();
  }

  private void hold(SessionLimits allowed) {
    limits = allowed;
    routes.allow(allowed.settings().sessionsMax());
  }

  private void publishTimes() {
    // Also of a service without timers: a leader must never fall behind, or leader time stands.
    batching.leaderTime(execution.leaderTimeMillis(), nanoTime());
    timers = execution.timers();
    // No timer runs while the service waits.
    long next = halt == null ? execution.nextTimerMillis() : Long.MAX_VALUE;
    if (next != nextTimerMillis) {
      nextTimerMillis = next;
      batching.nextTimer(next);
    }
  }

  private void reportDigest() {
    if (execution.digestEnd() == executed) {
      listener.digest(executed, execution.stateDigest());
    }
  }

  private void answer(Queries queries) {
    routes.toQueries(queries.from());
    queries.forEach(this::answer);
    worked();
    routes.flush();
    end(queries);
  }

  private void answer(long number, ByteBuffer query) {
    if (halt == null && routes.takesAnswers()) {
      execution.query(number, query, routes);
    } else {
      // The client does not read or has gone, too much waits for others, or the service waits. A
      // client that is there asks again later.
      routes.reply(0, number, ReplyStatus.BUSY, NO_ANSWER);
    }
  }

  private void end(Queries queries) {
    releaseRead(queries);
    queries.release();
  }

  @Override
  protected void discard(Object item) {
    if (item instanceof Queries queries) {
      end(queries);
    } else if (item instanceof Refused refused) {
      end(refused.queries());
    }
  }

  @Override
  protected void release() {
    routes.clear();
  }

  /**
   * The last call of the service. Once this stage has ended, and the one that writes its snapshots:
   * they read what the service frees here.
   */
  public void stopService() {
    if (role == null) {
      return;
    }
    role = null;
    try {
      execution.lifecycle().stop();
    } catch (ServiceFailure failure) {
      LOG.warn("{}; the replica ends all the same", failure.getMessage(), failure.getCause());
    }
  }
}
