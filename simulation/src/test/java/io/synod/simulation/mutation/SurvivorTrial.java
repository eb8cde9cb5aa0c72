package io.synod.simulation.mutation;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.Vote;
import io.synod.core.recovery.Recovered;
import io.synod.core.recovery.SurvivingLog;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * What survivors of clusters know together, with whatever classes it was loaded with; see {@link
 * Trial}. Each cluster is a few views of Paxos, some of whose records are damaged or lost.
 */
public final class SurvivorTrial implements LongFunction<String> {
  private static final int CLUSTERS = 30_000;
  private static final int SLOTS = 4;
  private static final int VIEWS = 5;

  private SplittableRandom random;
  private List<Acceptor> acceptors;
  private Map<Long, Vote> chosen;
  private int batches;

  /** One acceptor, and the records of its journal; a {@link Lost} where one is damaged. */
  private static final class Acceptor {
    final List<Object> journal = new ArrayList<>();
    final Map<Long, Vote> votes = new TreeMap<>();
    final Map<Long, Batch> learnt = new HashMap<>();
    boolean isIncomplete;
    long decidedEnd;
  }

  private record Lost(long slot, View view) {}

  /** What is wrong; null if nothing was found. */
  @Override
  public String apply(long seed) {
    random = new SplittableRandom(seed);
    for (int cluster = 0; cluster < CLUSTERS; cluster++) {
      String wrong = oneCluster();
      if (wrong != null) {
        return "cluster %d: %s".formatted(cluster, wrong);
      }
    }
    return null;
  }

  private String oneCluster() {
    acceptors = new ArrayList<>();
    chosen = new HashMap<>();
    int size = random.nextBoolean() ? 3 : 5;
    for (int id = 0; id < size; id++) {
      acceptors.add(new Acceptor());
    }
    for (int view = 1; view <= VIEWS; view++) {
      lead(new View(view, random.nextInt(size)));
      acceptors.forEach(this::learn);
    }
    int oneIn = random.nextInt(2, 10);
    acceptors.forEach(acceptor -> damage(acceptor, oneIn));
    List<Acceptor> survivors = new ArrayList<>(acceptors);
    survivors.removeIf(one -> random.nextBoolean());
    SurvivingLog log = new SurvivingLog(0);
    survivors.forEach(survivor -> log.add(recovered(survivor)));
    return wrong(log, survivors);
  }

  private List<Acceptor> quorum() {
    List<Acceptor> quorum = new ArrayList<>(acceptors);
    while (quorum.size() > acceptors.size() / 2 + 1) {
      quorum.remove(random.nextInt(quorum.size()));
    }
    return quorum;
  }

  private void lead(View view) {
    List<Acceptor> quorum = quorum();
    quorum.forEach(one -> one.journal.add(new JournalRecord.Promised(view)));
    int end = random.nextInt(1, 1 + SLOTS);
    int votesOfTen = random.nextBoolean() ? 2 : 8;
    for (long slot = 0; slot < end; slot++) {
      Batch batch = proposal(slot, quorum);
      int votes = 0;
      for (Acceptor acceptor : acceptors) {
        if (random.nextInt(10) < votesOfTen && !acceptor.learnt.containsKey(slot)) {
          acceptor.journal.add(new JournalRecord.Voted(view, slot, batch));
          acceptor.votes.put(slot, new Vote(slot, view, false, batch));
          votes++;
        }
      }
      if (votes > acceptors.size() / 2) {
        chosen.putIfAbsent(slot, new Vote(slot, view, true, batch));
      }
    }
  }

  private Batch proposal(long slot, List<Acceptor> quorum) {
    Vote highest = null;
    for (Acceptor acceptor : quorum) {
      if (acceptor.learnt.containsKey(slot)) {
        return acceptor.learnt.get(slot);
      }
      Vote vote = acceptor.votes.get(slot);
      if (vote != null && (highest == null || vote.view().isAfter(highest.view()))) {
        highest = vote;
      }
    }
    return highest != null ? highest.batch() : batch();
  }

  private Batch batch() {
    byte[] bytes = new byte[Batch.HEADER_BYTES + Integer.BYTES];
    ByteBuffer.wrap(bytes).putInt(Batch.HEADER_BYTES, ++batches);
    return Batch.close(bytes, 1_000, 0);
  }

  /** It may learn the next decisions. */
  private void learn(Acceptor acceptor) {
    while (chosen.containsKey(acceptor.decidedEnd) && random.nextInt(3) == 0) {
      long slot = acceptor.decidedEnd;
      Batch decision = chosen.get(slot).batch();
      Vote own = acceptor.votes.get(slot);
      if (own == null || !own.batch().equals(decision) || random.nextInt(3) == 0) {
        acceptor.journal.add(new JournalRecord.Learnt(slot, decision));
      }
      acceptor.learnt.put(slot, decision);
      acceptor.decidedEnd++;
      if (random.nextBoolean()) {
        acceptor.journal.add(new JournalRecord.DecidedUpTo(acceptor.decidedEnd));
      }
    }
  }

  private void damage(Acceptor acceptor, int oneIn) {
    for (int index = acceptor.journal.size() - 1; index >= 0; index--) {
      Object record = acceptor.journal.get(index);
      boolean isHit = random.nextInt(oneIn) == 0;
      if (isHit && random.nextInt(3) == 0) {
        acceptor.journal.remove(index);
        acceptor.isIncomplete = true;
      } else if (isHit && record instanceof JournalRecord.Voted voted) {
        acceptor.journal.set(index, new Lost(voted.slot(), voted.view()));
      } else if (isHit && record instanceof JournalRecord.Learnt learnt) {
        acceptor.journal.set(index, new Lost(learnt.slot(), View.NONE));
      }
    }
  }

  private static Recovered recovered(Acceptor acceptor) {
    Recovered recovered = new Recovered(1, 0);
    for (Object entry : acceptor.journal) {
      if (entry instanceof Lost lost) {
        recovered.damaged(lost.slot(), lost.view(), "here");
      } else {
        ((JournalRecord) entry).visit(recovered);
      }
    }
    if (acceptor.isIncomplete) {
      recovered.incomplete("records are missing");
    }
    return recovered;
  }

  private String wrong(SurvivingLog log, List<Acceptor> survivors) {
    for (long slot = 0; slot < log.end(); slot++) {
      Vote known = log.at(slot);
      if (known == null) {
        return "nothing is known of slot %d, and the log goes on".formatted(slot);
      }
      Vote decision = chosen.get(slot);
      boolean isRight = decision != null && decision.batch().equals(known.batch());
      if (known.decided() && !isRight) {
        return "slot %d counts as decided, and another batch was chosen".formatted(slot);
      }
      if (decision != null && !isRight && isKept(slot, decision.view(), survivors)) {
        return "the vote of view %s counts in slot %d, and view %s has chosen another batch"
            .formatted(known.view(), slot, decision.view());
      }
    }
    return isKept(log.end(), View.NONE, survivors) && !isLost(log.end(), survivors)
        ? "slot %d is known, and the log ends before it".formatted(log.end())
        : null;
  }

  /**
   * Whether one of them has a decision, or a record of this view or a later one, readable or not.
   */
  private static boolean isKept(long slot, View view, List<Acceptor> survivors) {
    for (Acceptor survivor : survivors) {
      for (Object entry : survivor.journal) {
        boolean isKept =
            entry instanceof JournalRecord.Learnt learnt && learnt.slot() == slot
                || entry instanceof JournalRecord.Voted voted
                    && voted.slot() == slot
                    && !voted.view().isBefore(view)
                || entry instanceof Lost lost
                    && lost.slot() == slot
                    && (lost.view().equals(View.NONE) || !lost.view().isBefore(view));
        if (isKept) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isLost(long slot, List<Acceptor> survivors) {
    return survivors.stream()
        .flatMap(one -> one.journal.stream())
        .anyMatch(entry -> entry instanceof Lost lost && lost.slot() == slot);
  }
}
