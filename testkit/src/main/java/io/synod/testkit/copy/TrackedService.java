package io.synod.testkit.copy;

import io.synod.service.ExecutionContext;
import io.synod.service.QueryContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import io.synod.service.Snapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Passes all calls to one instance of the service, and writes down what it does. */
final class TrackedService extends ForwardedService {
  private static final byte OVERWRITTEN = 0x5A;
  private static final int KEPT_MAX = 200;

  private final boolean overwritesBuffers;
  private final boolean refusalsMayChange;
  private final List<String> outcomes = new ArrayList<>();
  private final List<KeptArray> kept = new ArrayList<>();
  private boolean inspects;
  private String mistake;
  private Throwable thrown;

  /**
   * @param overwritesBuffers whether the bytes of a request are gone after the call
   * @param refusalsMayChange whether a refused request may have changed the state
   */
  TrackedService(Service service, boolean overwritesBuffers, boolean refusalsMayChange) {
    super(service);
    this.overwritesBuffers = overwritesBuffers;
    this.refusalsMayChange = refusalsMayChange;
  }

  /** What the service has done since this was last called. */
  List<String> takeOutcomes() {
    List<String> taken = List.copyOf(outcomes);
    outcomes.clear();
    return taken;
  }

  /** Whether the state is compared around each request that throws; takes a snapshot of each. */
  void inspect(boolean on) {
    inspects = on;
  }

  /** The first mistake of this instance alone; null if there is none. */
  Difference mistake() {
    for (KeptArray array : kept) {
      if (array.isChanged() && mistake == null) {
        mistake =
            "the service has changed %s that it gave to Synod, from %s to %s. Synod keeps the array for"
                    .formatted(array.what(), Texts.of(array.content()), Texts.of(array.array()))
                + " the client: use a new array each time.";
      }
    }
    if (kept.size() > KEPT_MAX) {
      kept.subList(0, kept.size() - KEPT_MAX).clear();
    }
    return mistake == null ? null : new Difference(mistake, thrown);
  }

  private void mistake(String text, Throwable cause) {
    if (mistake == null) {
      mistake = text;
      thrown = cause;
    }
  }

  private interface Call {
    byte[] run(ByteBuffer given) throws ServiceException;
  }

  /** Runs one call with its bytes; an answer of null means that the call has none. */
  private byte[] call(String what, ByteBuffer bytes, Call call) throws ServiceException {
    byte[] copy = Texts.bytes(bytes);
    ByteBuffer given = overwritesBuffers ? ByteBuffer.wrap(copy).asReadOnlyBuffer() : bytes;
    outcomes.add(what);
    byte[] before = inspects ? written() : null;
    int effects = outcomes.size();
    try {
      byte[] answer = call.run(given);
      if (answer != null) {
        outcomes.add("answers " + Texts.of(answer) + " #" + Arrays.hashCode(answer));
        kept.add(new KeptArray("an answer", answer, answer.clone()));
      }
      return answer;
    } catch (ServiceException refusal) {
      if (before != null && !refusalsMayChange) {
        compare(what, before, outcomes.size() > effects, refusal);
      }
      outcomes.add("refuses: " + refusal.getMessage());
      throw refusal;
    } catch (RuntimeException exception) {
      outcomes.add("throws " + exception.getClass().getName());
      boolean isMismatch = exception instanceof ModelMismatch;
      mistake(
          what + ": " + (isMismatch ? exception.getMessage() : "the service threw " + exception),
          isMismatch ? exception.getCause() : exception);
      throw exception;
    } finally {
      if (overwritesBuffers) {
        Arrays.fill(copy, OVERWRITTEN);
      }
    }
  }

  /** Runs one call that nobody receives an answer of. */
  private void notify(String what, ByteBuffer bytes, Call call) throws ServiceException {
    try {
      call(what, bytes, call);
    } catch (ServiceException refusal) {
      mistake(
          what
              + ": the service threw "
              + refusal
              + ". Nobody receives a refusal here, so any exception counts as a mistake.",
          refusal);
      throw refusal;
    }
  }

  private void compare(String what, byte[] before, boolean hasEffects, Exception exception) {
    if (hasEffects || !Arrays.equals(before, written())) {
      mistake(
          "%s was refused with '%s', but it has %s. An exception takes nothing back: check first, then"
                  .formatted(
                      what,
                      exception.getMessage(),
                      hasEffects ? "set a timer or sent an event" : "changed the state")
              + " change. Use refusalsMayChangeState() if this is intended.",
          exception);
    }
  }

  /** The bytes of a snapshot, captured and written now. */
  byte[] written() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (Snapshot snapshot = snapshot()) {
      snapshot.writeTo(out);
    } catch (IOException | RuntimeException failure) {
      mistake("the service failed to capture, write or close a snapshot: " + failure, failure);
    }
    return out.toByteArray();
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
    return call(
        "request " + Texts.of(Texts.bytes(request)),
        request,
        given -> {
          byte[] answer = super.execute(given, recorded(context));
          if (answer == null) {
            mistake("the service answered a request with null", null);
          }
          return answer;
        });
  }

  private ExecutionContext recorded(ExecutionContext context) {
    return new RecordedContext(context, outcomes, kept);
  }

  @Override
  public void onTimer(long id, ExecutionContext context) throws ServiceException {
    notify(
        "timer " + id + " runs",
        ByteBuffer.allocate(0),
        given -> {
          super.onTimer(id, recorded(context));
          return null;
        });
  }

  @Override
  public void onSessionOpened(long session, ByteBuffer name, ExecutionContext context)
      throws ServiceException {
    notify(
        "session %x opens".formatted(session),
        name,
        given -> {
          super.onSessionOpened(session, given, recorded(context));
          return null;
        });
  }

  @Override
  public void onSessionClosed(long session, SessionEnd end, ExecutionContext context)
      throws ServiceException {
    notify(
        "session %x ends, %s".formatted(session, end),
        ByteBuffer.allocate(0),
        given -> {
          super.onSessionClosed(session, end, recorded(context));
          return null;
        });
  }

  @Override
  public byte[] query(ByteBuffer request, QueryContext context) throws ServiceException {
    return call(
        "query " + Texts.of(Texts.bytes(request)),
        request,
        given -> {
          byte[] answer = super.query(given, context);
          if (answer == null) {
            mistake("the service answered a query with null", null);
          }
          return answer;
        });
  }
}
