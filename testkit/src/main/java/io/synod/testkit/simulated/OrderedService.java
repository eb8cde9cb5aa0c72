package io.synod.testkit.simulated;

import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import io.synod.testkit.copy.ForwardedService;
import java.nio.ByteBuffer;

/** The service of one process, which reports its requests to the order of the whole cluster. */
final class OrderedService extends ForwardedService {
  private final ExecutedOrder order;

  OrderedService(Service service, ExecutedOrder order) {
    super(service);
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
      answer = super.execute(request, context);
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
    super.onTimer(id, context);
  }

  @Override
  public void onSessionOpened(long session, ByteBuffer name, ExecutionContext context)
      throws ServiceException {
    order.opened(session, name.duplicate(), context);
    super.onSessionOpened(session, name, context);
  }

  @Override
  public void onSessionClosed(long session, SessionEnd end, ExecutionContext context)
      throws ServiceException {
    order.closed(session, end, context);
    super.onSessionClosed(session, end, context);
  }
}
