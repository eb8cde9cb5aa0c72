package io.synod.testkit.copy;

import io.synod.service.ExecutionContext;
import io.synod.service.QueryContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import io.synod.service.Snapshot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Passes all calls to another service; a subclass observes or changes some of them. */
public abstract class ForwardedService implements Service {
  private final Service service;

  protected ForwardedService(Service service) {
    this.service = service;
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
    return service.execute(request, context);
  }

  @Override
  public void onTimer(long id, ExecutionContext context) throws ServiceException {
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
  public int newestVersion() {
    return service.newestVersion();
  }

  @Override
  public int oldestVersion() {
    return service.oldestVersion();
  }

  @Override
  public void onVersion(int version) {
    service.onVersion(version);
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
