package io.synod.testkit.copy;

import io.synod.service.ExecutionContext;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import io.synod.simulation.service.ForwardedContext;
import io.synod.testkit.service.SequentialModel;
import java.nio.ByteBuffer;

/** A model whose timers and events have no effect, and whose own mistakes are named as such. */
public final class GuardedModel implements SequentialModel {
  private final SequentialModel model;

  public GuardedModel(SequentialModel model) {
    this.model = model;
  }

  private interface Call {
    byte[] run() throws ServiceException;
  }

  private static byte[] guarded(Call call) throws ServiceException {
    try {
      return call.run();
    } catch (RuntimeException | Error mistake) {
      throw new ModelMismatch("the model threw " + mistake, mistake);
    }
  }

  private static void guarded(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | Error mistake) {
      throw new ModelMismatch("the model threw " + mistake, mistake);
    }
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
    byte[] answer = guarded(() -> model.execute(request, new Place(context)));
    if (answer == null) {
      throw new ModelMismatch("the model answered a request with null", null);
    }
    return answer;
  }

  @Override
  public void onTimer(long id, ExecutionContext context) {
    guarded(() -> model.onTimer(id, new Place(context)));
  }

  @Override
  public void onSessionOpened(long session, ByteBuffer name, ExecutionContext context) {
    guarded(() -> model.onSessionOpened(session, name, new Place(context)));
  }

  @Override
  public void onSessionClosed(long session, SessionEnd end, ExecutionContext context) {
    guarded(() -> model.onSessionClosed(session, end, new Place(context)));
  }

  @Override
  public byte[] query(ByteBuffer query) throws ServiceException {
    return guarded(() -> model.query(query));
  }

  /** Position and time only. */
  private static final class Place extends ForwardedContext {

    private Place(ExecutionContext context) {
      super(context);
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
