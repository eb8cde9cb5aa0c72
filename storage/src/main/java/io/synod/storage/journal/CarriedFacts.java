package io.synod.storage.journal;

import io.synod.core.cluster.View;
import io.synod.core.effect.Persisted;
import io.synod.core.message.Standing;
import java.util.ArrayList;
import java.util.List;

/**
 * What every new segment begins with, so that it is not lost with the older ones: the roster, the
 * promise and the decided end as they hold at that moment.
 */
final class CarriedFacts implements Persisted.Visitor {
  private Persisted.Joined joined;
  private Persisted.Promised promised;
  private Persisted.DecidedUpTo decided;

  /** The promise so far. */
  View promised() {
    return promised == null ? View.NONE : promised.view();
  }

  /** In the order in which they are to be read again. */
  List<Persisted> all() {
    List<Persisted> facts = new ArrayList<>(3);
    if (joined != null) {
      facts.add(joined);
    }
    if (promised != null) {
      facts.add(promised);
    }
    if (decided != null) {
      facts.add(decided);
    }
    return facts;
  }

  boolean holds(Persisted fact) {
    return fact.equals(joined) || fact.equals(promised) || fact.equals(decided);
  }

  /** The decisions themselves are about to go. */
  void forgetDecided() {
    decided = null;
  }

  @Override
  public void onPromised(Persisted.Promised fact) {
    promised = fact;
  }

  @Override
  public void onVoted(Persisted.Voted fact) {
    // Lives as long as its own segment.
  }

  @Override
  public void onLearnt(Persisted.Learnt fact) {
    // Lives as long as its own segment.
  }

  @Override
  public void onDecidedUpTo(Persisted.DecidedUpTo fact) {
    decided = fact;
  }

  @Override
  public void onJoined(Persisted.Joined fact) {
    joined = fact;
    if (fact.standing() == Standing.RECOVERING) {
      // Behind the roster it would count again, although it is void. A promise never harms.
      decided = null;
    }
  }
}
