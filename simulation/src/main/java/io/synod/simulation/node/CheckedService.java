package io.synod.simulation.node;

import io.synod.core.version.KnownVersions;
import io.synod.service.ExecutionContext;
import io.synod.service.QueryContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import io.synod.service.Snapshot;
import io.synod.simulation.check.Answer;
import io.synod.simulation.check.Violation;
import io.synod.simulation.host.SimulatedHost;
import io.synod.simulation.service.Poison;
import io.synod.simulation.service.RegistersAndCounters;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** The service of one process, which reports executions to the checks and may be slow. */
public final class CheckedService implements Service {
  private final RegistersAndCounters service;
  private final SimulatedHost host;
  private final KnownVersions known;
  private final Builds builds;
  private long slowNanos;
  private long alwaysSlowNanos;

  // Version 1 holds until another one is said.
  private int followed = 1;

  public CheckedService(int self, World world, SimulatedHost host) {
    this.host = host;
    builds = world.builds();
    known = builds.start(self, world.scheduler().now());
    service =
        new RegistersAndCounters(
            new RegistersAndCounters.Listener() {
              @Override
              public void executed(long session, long sequence, Answer answer) {
                world.checks().executions().request(self, session, sequence, answer);
              }

              @Override
              public boolean isOf(long session, long said) {
                // A client's sessions are its own; a request contains another name.
                return true;
              }

              @Override
              public void queried(long mustSee) {
                world.checks().executions().reads(self, mustSee);
              }
            },
            world.service());
  }

  public RegistersAndCounters service() {
    return service;
  }

  /** Delays each request by this much from now on. */
  public void slowDown(long nanos) {
    slowNanos = nanos;
  }

  /** Delays each request by so much more, to the end. */
  void slowForGood(long nanos) {
    alwaysSlowNanos = nanos;
  }

  public boolean isSlow() {
    return slowNanos > 0;
  }

  @Override
  public int newestVersion() {
    return known.newestService();
  }

  @Override
  public int oldestVersion() {
    return known.oldestService();
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
    if (slowNanos + alwaysSlowNanos > 0) {
      host.sleep(slowNanos + alwaysSlowNanos);
    }
    return checked(
        () -> {
          builds.executes(known, context.slot(), context.version());
          checkVersion(context.version());
          return service.execute(request, context);
        });
  }

  @Override
  public void onTimer(long id, ExecutionContext context) throws ServiceException {
    checkedCall(() -> service.onTimer(id, context));
  }

  @Override
  public void onSessionOpened(long session, ByteBuffer name, ExecutionContext context)
      throws ServiceException {
    checkedCall(() -> service.onSessionOpened(session, name, context));
  }

  @Override
  public void onSessionClosed(long session, SessionEnd end, ExecutionContext context)
      throws ServiceException {
    checkedCall(() -> service.onSessionClosed(session, end, context));
  }

  @Override
  public byte[] query(ByteBuffer request, QueryContext context) throws ServiceException {
    return checked(() -> service.query(request, context));
  }

  @Override
  public void onVersion(int version) {
    if (version < followed) {
      host.fails(new Violation("version %d follows version %d", version, followed));
    }
    followed = version;
    service.onVersion(version);
  }

  @Override
  public long digest() {
    return service.digest();
  }

  private void checkVersion(int version) {
    if (version != followed) {
      throw new Violation("a call of version %d follows one of version %d", version, followed);
    }
  }

  private interface Call {
    byte[] run() throws ServiceException;
  }

  private interface Callback {
    void run() throws ServiceException;
  }

  private void checkedCall(Callback callback) throws ServiceException {
    checked(
        () -> {
          callback.run();
          return null;
        });
  }

  /** Reports a check's exception, since a replica treats a service's exception as an answer. */
  private byte[] checked(Call call) throws ServiceException {
    try {
      return call.run();
    } catch (Poison intended) {
      throw intended;
    } catch (RuntimeException wrong) {
      host.fails(wrong);
      throw wrong;
    }
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
