package io.synod.testkit.simulated;

import io.synod.service.ExecutionContext;
import io.synod.service.QueryContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import io.synod.service.Snapshot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** The service of one process, which reports its requests to the order of the whole cluster. */
final class OrderedService implements Service {
  private final Service service;
  private final ExecutedOrder order;

  OrderedService(Service service, ExecutedOrder order) {
    this.service = service;
    this.order = order;
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
    byte[] copy = new byte[request.remaining()];
    request.get(request.position(), copy);
    if (order.isFirst(context)) {
      order.executed(context, copy);
    }
    byte[] answer;
    try {
      answer = service.execute(request, context);
    } catch (ServiceException refusal) {
      order.answered(context, copy, null);
      throw refusal;
    }
    order.answered(context, copy, answer);
    return answer;
  }

  @Override
  public void onTimer(long id, ExecutionContext context) throws ServiceException {
    order.timer(id, context);
    service.onTimer(id, context);
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
  public byte[] query(ByteBuffer request, QueryContext context) throws ServiceException {
    return service.query(request, context);
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
}
