package io.synod.testkit.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.synod.core.command.Batch;
import io.synod.core.execution.Replies;
import io.synod.core.execution.ReplyStatus;
import java.util.Map;
import java.util.TreeMap;

/** The clients of one run: they number their requests and open sessions, as real ones do. */
final class Clients implements Replies {
  // Sessions have random numbers.
  private static final long SPREAD = 0x9E3779B97F4A7C15L;
  private static final long BEGIN_MILLIS = 1_800_000_000_000L;

  private final BatchBuilder batch = new BatchBuilder();

  // By the number of its client.
  private final Map<Integer, Session> sessions = new TreeMap<>();
  private long timeMillis = BEGIN_MILLIS;
  private long opened;

  private static final class Session {
    private final long id;
    private long sent;
    private long events;

    private Session(long id) {
      this.id = id;
    }
  }

  long timeMillis() {
    return timeMillis;
  }

  void setTime(long millis) {
    timeMillis = millis;
  }

  void request(int client, byte[] bytes) {
    Session session = sessions.get(client);
    if (session == null) {
      session = new Session(++opened * SPREAD);
      sessions.put(client, session);
      batch.open(session.id, ("client " + client).getBytes(UTF_8));
    }
    batch.request(session.id, ++session.sent, bytes);
  }

  /** Whether it had a session, which now closes. */
  boolean leave(int client) {
    Session session = sessions.remove(client);
    if (session != null) {
      batch.closeSession(session.id);
    }
    return session != null;
  }

  /** All but this client. */
  void keepAlive(int silent) {
    sessions.forEach(
        (client, session) -> {
          if (client != silent) {
            batch.keepAlive(session.id, session.sent + 1, session.events);
          }
        });
  }

  /** The batch of everything that was sent since the last one. */
  Batch close() {
    return batch.close(timeMillis);
  }

  @Override
  public void reply(long session, long sequence, ReplyStatus status, byte[] answer) {
    if (status == ReplyStatus.SESSION_EXPIRED) {
      sessions.values().removeIf(one -> one.id == session);
    }
  }

  @Override
  public void event(long session, long number, byte[] event) {
    for (Session one : sessions.values()) {
      if (one.id == session) {
        one.events = number;
      }
    }
  }
}
