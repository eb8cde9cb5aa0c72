package io.synod.testkit.simulated;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.synod.service.ExecutionContext;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import io.synod.testkit.copy.Texts;
import io.synod.testkit.history.Step;
import io.synod.testkit.service.SequentialModel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The order in which a cluster executes requests: that of the first replica at each place. Compares
 * the answers of all replicas, and those of a model whose state follows this order.
 */
final class ExecutedOrder {
  private static final byte[] REFUSED = "(a refusal)".getBytes(UTF_8);

  // Null if there is none.
  private final SequentialModel model;
  private final List<Step> steps = new ArrayList<>();
  private final Map<Long, Integer> clients = new HashMap<>();
  // By slot and index.
  private final Map<String, byte[]> answers = new HashMap<>();
  private long slot = -1;
  private int index;
  private long timeMillis = -1;

  // The last slot with calls other than requests, and the calls of the model in it.
  private long callSlot = -1;
  private final Set<String> calls = new HashSet<>();

  ExecutedOrder(SequentialModel model) {
    this.model = model;
  }

  /** Every request so far, with the time between batches. */
  List<Step> steps() {
    return steps;
  }

  /** Whether no replica has executed the request at this place. */
  boolean isFirst(ExecutionContext place) {
    return place.slot() > slot || place.slot() == slot && place.indexInBatch() > index;
  }

  /** The first replica executes this request. */
  void executed(ExecutionContext place, byte[] request) {
    if (timeMillis >= 0 && place.leaderTimeMillis() > timeMillis) {
      steps.add(new Step.Pause(place.leaderTimeMillis() - timeMillis, -1));
    }
    timeMillis = place.leaderTimeMillis();
    int client = clients.computeIfAbsent(place.session(), session -> clients.size());
    steps.add(new Step.Request(client, request, place.slot() == slot));
    slot = place.slot();
    index = place.indexInBatch();
  }

  /**
   * A replica has answered the request at this place.
   *
   * @param answer null if the service has refused the request
   * @throws ReplicasDiffer if another replica or the model has answered something else
   */
  void answered(ExecutionContext place, byte[] request, byte[] answer) {
    String key = place.slot() + "/" + place.indexInBatch();
    byte[] now = answer == null ? REFUSED : answer.clone();
    byte[] first = answers.putIfAbsent(key, now);
    if (first == null && model != null) {
      compare("the model", request, model(request, place), now);
    } else if (first != null) {
      compare("another replica", request, first, now);
    }
  }

  private byte[] model(byte[] request, ExecutionContext place) {
    try {
      return model.execute(ByteBuffer.wrap(request), place);
    } catch (ServiceException refusal) {
      return REFUSED;
    }
  }

  private static void compare(String other, byte[] request, byte[] expected, byte[] actual) {
    if (!Arrays.equals(expected, actual)) {
      throw new ReplicasDiffer(
          "a replica answers request %s with %s, %s with %s"
              .formatted(Texts.of(request), Texts.of(actual), other, Texts.of(expected)));
    }
  }

  /** A replica runs a timer. */
  void timer(long id, ExecutionContext place) {
    if (isFirst("timer " + id, place)) {
      model.onTimer(id, place);
    }
  }

  /** A replica opens a session. */
  void opened(long session, ByteBuffer name, ExecutionContext place) {
    if (isFirst("open " + session, place)) {
      model.onSessionOpened(session, name, place);
    }
  }

  /** A session ends at a replica. */
  void closed(long session, SessionEnd end, ExecutionContext place) {
    if (isFirst("close " + session, place)) {
      model.onSessionClosed(session, end, place);
    }
  }

  /** Whether there is a model, and no replica has made this call of this slot. */
  private boolean isFirst(String call, ExecutionContext place) {
    if (place.slot() > callSlot) {
      callSlot = place.slot();
      calls.clear();
    }
    return model != null && place.slot() == callSlot && calls.add(call);
  }
}
