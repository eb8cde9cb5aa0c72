package io.synod.testkit.history;

import io.synod.testkit.service.RequestGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Draws histories: mostly requests, some queries, pauses, snapshots, and clients that leave. */
public final class HistoryDraw {
  private static final int STEPS_MAX = 120;
  private static final int CLIENTS_MAX = 3;

  private final RequestGenerator requests;
  private final RequestGenerator queries;

  /**
   * @param queries null for none
   */
  public HistoryDraw(RequestGenerator requests, RequestGenerator queries) {
    this.requests = requests;
    this.queries = queries;
  }

  /**
   * @param idleMillis after which the session of a silent client expires
   */
  public List<Step> draw(SplittableRandom random, long idleMillis) {
    int clients = random.nextInt(1, CLIENTS_MAX + 1);
    int steps = random.nextInt(5, STEPS_MAX);
    List<Step> history = new ArrayList<>();
    while (history.size() < steps) {
      int client = random.nextInt(clients);
      int chosen = random.nextInt(100);
      if (chosen < 12 && queries != null) {
        history.add(new Step.Query(queries.next(random)));
      } else if (chosen < 74) {
        history.add(new Step.Request(client, requests.next(random), random.nextInt(3) == 0));
      } else if (chosen < 82) {
        history.add(new Step.Pause(1L << random.nextInt(14), -1));
      } else if (chosen < 84) {
        history.add(new Step.Pause(2 * idleMillis, client));
      } else if (chosen < 88) {
        history.add(new Step.Leaving(client));
      } else {
        history.add(new Step.Capture(random.nextInt(6), random.nextBoolean()));
      }
    }
    return history;
  }
}
