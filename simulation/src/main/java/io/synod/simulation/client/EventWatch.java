package io.synod.simulation.client;

import io.synod.client.SessionListener;
import io.synod.simulation.check.Violation;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Listens for one process of a client. Checks that each event of a session comes once and in order,
 * and behind the answers of the requests before it, and before those behind it.
 */
final class EventWatch implements SessionListener {
  private final Consumer<Throwable> onFailure;

  // Requests in the order in which they were sent, from 1 on.
  private final Map<String, Long> placeOf = new HashMap<>();
  private final TreeSet<Long> unanswered = new TreeSet<>();
  private long sent;
  private long answered;

  private long session;
  private boolean isOpen;
  private long received;

  /**
   * @param onFailure receives a violation
   */
  EventWatch(Consumer<Throwable> onFailure) {
    this.onFailure = onFailure;
  }

  /** A request is sent that says so of itself. */
  void sent(long of, long sequence) {
    placeOf.put(of + " " + sequence, ++sent);
    unanswered.add(sent);
  }

  /** Its future has ended. */
  void ended(long of, long sequence, boolean isAnswered) {
    long place = placeOf.get(of + " " + sequence);
    unanswered.remove(place);
    if (isAnswered) {
      answered = Math.max(answered, place);
    }
  }

  /** The open session; 0 if there is none. */
  long session() {
    return isOpen ? session : 0;
  }

  /** Events of it so far. */
  long received() {
    return received;
  }

  @Override
  public void onOpened(long itsNumber) {
    checked(!isOpen, "session %x opens before %x has ended", itsNumber, session);
    session = itsNumber;
    isOpen = true;
    received = 0;
  }

  @Override
  public void onEvent(long of, byte[] event) {
    ByteBuffer bytes = ByteBuffer.wrap(event);
    long number = bytes.getLong();
    long lastSession = bytes.getLong();
    long lastSequence = bytes.getLong();
    checked(isOpen && of == session, "an event of session %x, which is not open", of);
    checked(number == received + 1, "event %d of session %x comes behind %d", number, of, received);
    received = number;
    if (lastSequence != 0) {
      long place = placeOf.getOrDefault(lastSession + " " + lastSequence, 0L);
      checked(place > 0, "event %d follows a request that was not sent", number);
      checked(
          answered <= place,
          "event %d follows request %d and comes behind the answer of %d",
          number,
          place,
          answered);
      checked(
          unanswered.isEmpty() || unanswered.first() > place,
          "event %d follows request %d and comes before its answer",
          number,
          place);
    }
  }

  @Override
  public void onLost(long of, String reason) {
    checked(isOpen && of == session, "session %x is lost and was not open", of);
    isOpen = false;
  }

  @Override
  public String toString() {
    return "%d events of session %x%s"
        .formatted(received, session, isOpen ? "" : ", which has ended");
  }

  private void checked(boolean condition, String format, Object... values) {
    if (!condition) {
      onFailure.accept(new Violation(format, values));
    }
  }
}
