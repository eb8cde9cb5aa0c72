package io.synod.simulation.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.synod.service.ExecutionContext;
import io.synod.service.QueryContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import io.synod.service.Snapshot;
import io.synod.simulation.scheduler.Trace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Calls one instance of a user's service. Reduces everything that it does to one digest, which all
 * replicas must reach.
 */
final class UserCalls {
  private final UserService plan;
  private final Service service;

  // Receives its events; each becomes an event of eight bytes.
  private OpenSessions sessions;
  private long digest;

  UserCalls(UserService plan, OpenSessions sessions) {
    this.plan = plan;
    this.sessions = sessions;
    service = plan.instances().get();
  }

  /** Events go to these from now on. */
  void publishTo(OpenSessions restored) {
    sessions = restored;
  }

  /** Of all that was done in this instance or before the snapshot that it has restored. */
  long digest() {
    return Trace.mix(digest, service.digest());
  }

  private interface Call {
    byte[] run() throws ServiceException;
  }

  private void call(Call call) {
    try {
      add(Arrays.hashCode(call.run()));
    } catch (ServiceException refusal) {
      add(String.valueOf(refusal.getMessage()).hashCode());
    }
  }

  private void add(long value) {
    digest = Trace.mix(digest, value);
  }

  /** Executes a request; returns the digest after it, in place of the answer. */
  long execute(ByteBuffer request, ExecutionContext context) {
    call(() -> service.execute(request, new Context(context)));
    return digest;
  }

  void version(int version) {
    service.onVersion(version);
  }

  void timer(long id, ExecutionContext context) {
    call(
        () -> {
          service.onTimer(id, new Context(context));
          return null;
        });
  }

  void opened(long session, ByteBuffer name, ExecutionContext context) {
    // Strangers give none.
    String text = name.hasRemaining() ? "client " + name.getLong(name.position()) : "";
    ByteBuffer itsName = ByteBuffer.wrap(text.getBytes(UTF_8)).asReadOnlyBuffer();
    call(
        () -> {
          service.onSessionOpened(session, itsName, new Context(context));
          return null;
        });
  }

  void closed(long session, SessionEnd end, ExecutionContext context) {
    call(
        () -> {
          service.onSessionClosed(session, end, new Context(context));
          return null;
        });
  }

  /** A query changes nothing, so its answer does not count. */
  void query(ByteBuffer query, QueryContext context) {
    if (plan.queries() != null) {
      try {
        service.query(query, context);
      } catch (ServiceException refusal) {
        // A refusal is as good as an answer.
      }
    }
  }

  /** Its digest with the state of the service. */
  Snapshot snapshot() {
    long captured = digest;
    Snapshot state = service.snapshot();
    return new Snapshot() {
      @Override
      public void writeTo(OutputStream out) throws IOException {
        // A write sleeps in virtual time: the service may hold a lock, which another thread awaits.
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        state.writeTo(written);
        out.write(ByteBuffer.allocate(Long.BYTES).putLong(captured).array());
        written.writeTo(out);
      }

      @Override
      public void close() {
        state.close();
      }
    };
  }

  void restore(InputStream in) throws IOException {
    digest = ByteBuffer.wrap(in.readNBytes(Long.BYTES)).getLong();
    service.restore(in);
  }

  /** Adds timers and events to the digest. */
  private final class Context extends ForwardedContext {
    private final ExecutionContext context;

    private Context(ExecutionContext context) {
      super(context);
      this.context = context;
    }

    @Override
    public void schedule(long id, long atMillis) {
      add(Trace.mix(id, atMillis));
      super.schedule(id, atMillis);
    }

    @Override
    public boolean cancel(long id) {
      boolean was = super.cancel(id);
      add(Trace.mix(id, was ? 1 : 0));
      return was;
    }

    @Override
    public boolean publish(long session, byte[] event) {
      int hash = Arrays.hashCode(event);
      add(Trace.mix(session, hash));
      return sessions.publish(session, hash, context);
    }
  }
}
