package io.synod.simulation.explore;

import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import io.synod.core.message.Vote;
import io.synod.core.replica.Replica;
import io.synod.core.replica.Role;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;

/**
 * The parts of one replica's state that the exploration needs. Equal hashes mean equal behaviour.
 *
 * @param view that it pre-votes for, prepares or leads, encoded by {@link MessageSummary#view};
 *     else 0
 * @param promised encoded by {@link MessageSummary#view}
 * @param durablePromised the durable part of it
 * @param membership that it has entered
 * @param begins the first slot of it
 * @param decided every slot before this one is decided
 * @param durableDecided the durable part of it
 * @param pending records that are not durable
 * @param waiting messages that wait for them, two numbers each: message, and number of records
 * @param votes that are durable, see {@link Agreement#vote}, in ascending order
 * @param claims the decisions that it assumes, see {@link Agreement#claim}
 */
record LocalState(
    Hash.Value hash,
    boolean canPropose,
    boolean canChange,
    boolean hasTimer,
    boolean hasLiveLeader,
    Role role,
    long view,
    long promised,
    long durablePromised,
    long membership,
    long begins,
    long decided,
    long durableDecided,
    int pending,
    int[] waiting,
    long[] votes,
    long[] claims) {

  static LocalState of(LiveReplica live, Model model, StateHash.Timers timers) {
    Journal journal = live.journal();
    int[] waiting = new int[2 * journal.waiting().size()];
    int at = 0;
    for (Journal.Waiting one : journal.waiting()) {
      waiting[at++] = one.message();
      waiting[at++] = one.facts();
    }
    return new LocalState(
        hash(live, model, timers),
        live.canPropose(),
        live.canChange(),
        live.hasTimer(),
        live.hasLiveLeader(),
        live.replica().currentRole(),
        live.worksFor() == null ? 0 : MessageSummary.view(live.worksFor()),
        MessageSummary.view(live.replica().promised()),
        durablePromised(journal.durable()),
        live.replica().memberships().current().number(),
        live.replica().memberships().current().first(),
        live.replica().decided(),
        durableDecided(journal.durable()),
        journal.pending(),
        waiting,
        votes(journal.durable(), model),
        claims(live.replica(), model));
  }

  /** Whether it is in {@code inRole} for the view {@code of}. */
  boolean works(Role inRole, long of) {
    return role == inRole && view == of;
  }

  /** Whether it pre-votes for, prepares or leads {@code of}. */
  boolean worksFor(long of) {
    return view == of;
  }

  /** That it has entered, or if it may crash, the one that it certainly comes back to. */
  long membership(boolean mayCrash) {
    return mayCrash ? MessageSummary.membership(durablePromised) : membership;
  }

  boolean hasDecided(long slot) {
    for (long claim : claims) {
      if (Agreement.slot(claim) == slot) {
        return true;
      }
    }
    return false;
  }

  private static long durablePromised(List<JournalRecord> durable) {
    long promised = 0;
    for (JournalRecord fact : durable) {
      if (fact instanceof JournalRecord.Promised promise) {
        promised = Math.max(promised, MessageSummary.view(promise.view()));
      } else if (fact instanceof JournalRecord.Voted vote) {
        promised = Math.max(promised, MessageSummary.view(vote.view()));
      }
    }
    return promised;
  }

  /** A replica that learns each slot from its disk needs no record of their end. */
  private static long durableDecided(List<JournalRecord> durable) {
    BitSet decided = new BitSet();
    for (JournalRecord fact : durable) {
      if (fact instanceof JournalRecord.DecidedUpTo all) {
        decided.set(0, (int) all.end());
      } else if (fact instanceof JournalRecord.Learnt learnt) {
        decided.set((int) learnt.slot());
      }
    }
    return decided.nextClearBit(0);
  }

  /** Hashes the replica's state, its durable and pending records, and its batcher's counters. */
  static Hash.Value hash(LiveReplica live, Model model, StateHash.Timers timers) {
    Journal journal = live.journal();
    boolean changes =
        model.bound().changes() > 0 && live.replica().memberships().current().number() == 0;
    StateHash hash = new StateHash(live.nowNanos(), timers, changes);
    hash.add(timers);
    hash.add(live.replica());
    hash.add(live.reports());
    hash.add(live.led());
    hash.add(live.recoveredMembership());
    hash.add(live.recoveredIncarnations());
    addDisk(hash, journal.durable(), model);
    hash.add(journal.pendingFacts());
    for (Journal.Waiting one : journal.waiting()) {
      hash.add(one.message());
      hash.add(one.facts());
    }
    return hash.value();
  }

  /**
   * The order of durable records matters only within a slot, and only the latest promise, the
   * latest membership and the latest end of the decided slots count.
   */
  private static void addDisk(StateHash hash, List<JournalRecord> durable, Model model) {
    JournalRecord promised = null;
    JournalRecord joined = null;
    long end = 0;
    TreeMap<Long, Hash> slots = new TreeMap<>();
    for (JournalRecord fact : durable) {
      if (fact instanceof JournalRecord.Promised) {
        promised = fact;
      } else if (fact instanceof JournalRecord.Voted vote) {
        slots
            .computeIfAbsent(vote.slot(), slot -> new Hash())
            .add(vote.view().round())
            .add(vote.view().leader())
            .add(model.number(vote.batch()));
      } else if (fact instanceof JournalRecord.Learnt learnt) {
        slots
            .computeIfAbsent(learnt.slot(), slot -> new Hash())
            .add(-1)
            .add(model.number(learnt.batch()));
      } else if (fact instanceof JournalRecord.Joined member
          && member.status() == MemberStatus.MEMBER) {
        joined = fact;
      } else if (fact instanceof JournalRecord.DecidedUpTo decided) {
        end = Math.max(end, decided.end());
      } else {
        throw new AssertionError("no hash for " + fact);
      }
    }
    hash.add(promised);
    hash.add(joined);
    hash.add(end);
    slots.forEach((slot, facts) -> hash.add(slot).add(facts.value()));
  }

  private static long[] votes(List<JournalRecord> durable, Model model) {
    return durable.stream()
        .filter(JournalRecord.Voted.class::isInstance)
        .map(JournalRecord.Voted.class::cast)
        .mapToLong(vote -> Agreement.vote(vote.slot(), vote.view(), model.number(vote.batch())))
        .sorted()
        .distinct()
        .toArray();
  }

  private static long[] claims(Replica replica, Model model) {
    long end = replica.decided() + 2L * model.openSlots();
    long[] claims = new long[(int) end];
    int count = 0;
    for (long slot = 0; slot < end; slot++) {
      Vote vote = replica.voteAt(slot);
      if (vote != null && vote.decided()) {
        claims[count++] = Agreement.claim(slot, model.number(vote.batch()));
      }
    }
    return Arrays.copyOf(claims, count);
  }
}
