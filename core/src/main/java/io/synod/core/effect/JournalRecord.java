package io.synod.core.effect;

import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.message.MemberStatus;
import io.synod.core.settings.Durability;

/**
 * A record of a replica's durable state. The durability level decides which records reach the
 * journal.
 */
public sealed interface JournalRecord {

  void visit(Visitor visitor);

  /** Whether it is written at level {@code durability}. */
  default boolean isKeptAt(Durability durability) {
    return durability.keepsVotes();
  }

  /** One method for each record, so that a forgotten one does not compile. */
  interface Visitor {
    void onPromised(Promised record);

    void onVoted(Voted record);

    void onLearnt(Learnt record);

    void onDecidedUpTo(DecidedUpTo record);

    void onJoined(Joined record);
  }

  /** Nothing before {@code view} will be accepted. */
  record Promised(View view) implements JournalRecord {
    @Override
    public void visit(Visitor visitor) {
      visitor.onPromised(this);
    }

    /** The first view of a membership says that this replica has entered it. */
    @Override
    public boolean isKeptAt(Durability durability) {
      boolean isOfMembership = view.membership() > 0 && !view.hasLeader();
      return durability.keepsPromises() || isOfMembership && durability.keepsIncarnations();
    }
  }

  /** {@code batch} was accepted in {@code slot}, in {@code view}. */
  record Voted(View view, long slot, Batch batch) implements JournalRecord {
    @Override
    public void visit(Visitor visitor) {
      visitor.onVoted(this);
    }
  }

  /** {@code batch} is the decision of {@code slot}, for which this replica has not voted. */
  record Learnt(long slot, Batch batch) implements JournalRecord {
    @Override
    public void visit(Visitor visitor) {
      visitor.onLearnt(this);
    }
  }

  /**
   * Every slot before {@code end} is decided; each from {@code first} on as it was last voted for
   * or learnt. For those before it a peer's snapshot may have stood in, and a vote for one of them
   * may have lost. Spares work after a restart; nothing waits for it.
   *
   * @param first 0 if none has
   */
  record DecidedUpTo(long first, long end) implements JournalRecord {
    public DecidedUpTo(long end) {
      this(0, end);
    }

    @Override
    public void visit(Visitor visitor) {
      visitor.onDecidedUpTo(this);
    }
  }

  /**
   * The member status of this replica and the incarnations that it knows, its own included.
   *
   * @param status MEMBER if it is a member; RECOVERING if it joins again and everything that was
   *     persisted before no longer counts
   */
  record Joined(Incarnations incarnations, MemberStatus status) implements JournalRecord {
    @Override
    public void visit(Visitor visitor) {
      visitor.onJoined(this);
    }

    @Override
    public boolean isKeptAt(Durability durability) {
      return durability.keepsIncarnations();
    }
  }
}
