package io.synod.testkit.copy;

import io.synod.service.ExecutionContext;
import io.synod.service.QueryContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import io.synod.testkit.service.SequentialModel;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** An instance of the service whose answers are compared with those of a model. */
final class ModelledService extends ForwardedService {
  private final SequentialModel model;
  private final boolean executes;

  /**
   * @param executes whether requests go to the model; otherwise another instance does that before
   */
  ModelledService(Service service, SequentialModel model, boolean executes) {
    super(service);
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
      throw new ModelMismatch("the service %s, but the model %s".formatted(actual, expected), null);
    }
    return actual.get();
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
    byte[] copy = Texts.bytes(request);
    Result actual = Result.of(() -> super.execute(request, context));
    if (!executes || actual.refusal == null && actual.answer == null) {
      return actual.get();
    }
    return compared(actual, Result.of(() -> model.execute(ByteBuffer.wrap(copy), context)));
  }

  @Override
  public void onTimer(long id, ExecutionContext context) throws ServiceException {
    super.onTimer(id, context);
    if (executes) {
      model.onTimer(id, context);
    }
  }

  @Override
  public void onSessionOpened(long session, ByteBuffer name, ExecutionContext context)
      throws ServiceException {
    byte[] copy = Texts.bytes(name);
    super.onSessionOpened(session, name, context);
    if (executes) {
      model.onSessionOpened(session, ByteBuffer.wrap(copy), context);
    }
  }

  @Override
  public void onSessionClosed(long session, SessionEnd end, ExecutionContext context)
      throws ServiceException {
    super.onSessionClosed(session, end, context);
    if (executes) {
      model.onSessionClosed(session, end, context);
    }
  }

  @Override
  public byte[] query(ByteBuffer request, QueryContext context) throws ServiceException {
    byte[] copy = Texts.bytes(request);
    Result actual = Result.of(() -> super.query(request, context));
    Result expected = Result.of(() -> model.query(ByteBuffer.wrap(copy)));
    boolean isAny = expected.answer == null && expected.refusal == null;
    return isAny ? actual.get() : compared(actual, expected);
  }
}
