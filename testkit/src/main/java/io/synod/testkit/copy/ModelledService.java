package io.synod.testkit.copy;

import io.synod.service.ExecutionContext;
import io.synod.service.QueryContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import io.synod.service.Snapshot;
import io.synod.testkit.service.SequentialModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** An instance of the service whose answers are compared with those of a model. */
final class ModelledService implements Service {
  private final Service service;
  private final SequentialModel model;
  private final boolean executes;

  /**
   * @param executes whether requests go to the model; otherwise another instance does that before
   */
  ModelledService(Service service, SequentialModel model, boolean executes) {
    this.service = service;
    this.model = model;
    this.executes = executes;
  }

  private interface Call {
    byte[] run() throws ServiceException;
  }

  /** An answer, or the message of a refusal in place of one. */
  private record Result(byte[] answer, ServiceException refusal) {

    private static Result of(Call call) {
      try {
        return new Result(call.run(), null);
      } catch (ServiceException refusal) {
        return new Result(null, refusal);
      }
    }

    private byte[] get() throws ServiceException {
      if (refusal != null) {
        throw refusal;
      }
      return answer;
    }

    private boolean matches(Result other) {
      return refusal == null
          ? other.refusal == null && Arrays.equals(answer, other.answer)
          : other.refusal != null;
    }

    @Override
    public String toString() {
      return refusal == null
          ? "answers " + Texts.of(answer)
          : "refuses with '%s'".formatted(refusal.getMessage());
    }
  }

  private static byte[] compared(Result actual, Result expected) throws ServiceException {
    if (!actual.matches(expected)) {
      throw new ModelMismatch(actual.toString(), expected.toString());
    }
    return actual.get();
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
    byte[] copy = Texts.bytes(request);
    Result actual = Result.of(() -> service.execute(request, context));
    if (!executes || actual.refusal == null && actual.answer == null) {
      return actual.get();
    }
    ExecutionContext place = new Place(context);
    return compared(actual, Result.of(() -> model.execute(ByteBuffer.wrap(copy), place)));
  }

  @Override
  public void onTimer(long id, ExecutionContext context) throws ServiceException {
    service.onTimer(id, context);
    if (executes) {
      model.onTimer(id, new Place(context));
    }
  }

  @Override
  public byte[] query(ByteBuffer request, QueryContext context) throws ServiceException {
    byte[] copy = Texts.bytes(request);
    Result actual = Result.of(() -> service.query(request, context));
    Result expected = Result.of(() -> model.query(ByteBuffer.wrap(copy)));
    boolean isAny = expected.answer == null && expected.refusal == null;
    return isAny ? actual.get() : compared(actual, expected);
  }

  @Override
  public void onSessionOpened(long session, ByteBuffer name, ExecutionContext context)
      throws ServiceException {
    service.onSessionOpened(session, name, context);
  }

  @Override
  public void onSessionClosed(long session, SessionEnd end, ExecutionContext context)
      throws ServiceException {
    service.onSessionClosed(session, end, context);
  }

  @Override
  public long digest() {
    return service.digest();
  }

  @Override
  public Snapshot snapshot() {
    return service.snapshot();
  }

  @Override
  public void restore(InputStream in) throws IOException {
    service.restore(in);
  }

  /** Position and time only: the timers and events of a model have no effect. */
  private static final class Place implements ExecutionContext {
    private final ExecutionContext context;

    private Place(ExecutionContext context) {
      this.context = context;
    }

    @Override
    public long slot() {
      return context.slot();
    }

    @Override
    public int indexInBatch() {
      return context.indexInBatch();
    }

    @Override
    public long session() {
      return context.session();
    }

    @Override
    public long leaderTimeMillis() {
      return context.leaderTimeMillis();
    }

    @Override
    public void schedule(long id, long atMillis) {}

    @Override
    public boolean cancel(long id) {
      return true;
    }

    @Override
    public boolean publish(long session, byte[] event) {
      return true;
    }
  }
}
