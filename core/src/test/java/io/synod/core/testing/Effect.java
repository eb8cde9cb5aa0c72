package io.synod.core.testing;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.membership.Membership;
import io.synod.core.message.Message;
import java.util.Locale;

/** One call of the core to its effects, as a value; its text is one short line. */
public sealed interface Effect {

  record Sent(ReplicaSet to, Message message, boolean whenDurable) implements Effect {
    @Override
    public String toString() {
      return (whenDurable ? "send-when-durable " : "send ") + to + " " + MessageText.of(message);
    }
  }

  record Stored(JournalRecord record) implements Effect {
    @Override
    public String toString() {
      if (record instanceof JournalRecord.Promised promise) {
        return "promises view " + promise.view();
      }
      if (record instanceof JournalRecord.Voted vote) {
        return "votes view %s slot %d [%s]"
            .formatted(vote.view(), vote.slot(), Batches.text(vote.batch()));
      }
      if (record instanceof JournalRecord.Learnt learnt) {
        return "learns slot %d [%s]".formatted(learnt.slot(), Batches.text(learnt.batch()));
      }
      if (record instanceof JournalRecord.Joined joined) {
        String status = joined.status().name().toLowerCase(Locale.ROOT);
        return "is %s, %s".formatted(status, MessageText.incarnations(joined.incarnations()));
      }
      JournalRecord.DecidedUpTo decided = (JournalRecord.DecidedUpTo) record;
      String from = decided.first() == 0 ? "" : " from slot " + decided.first();
      return "knows decided before " + decided.end() + from;
    }
  }

  record Delivered(long slot, Batch batch) implements Effect {
    @Override
    public String toString() {
      return "deliver #" + slot + " " + Batches.text(batch);
    }
  }

  record ReadServed(Object ticket) implements Effect {
    @Override
    public String toString() {
      return "serve read " + ticket;
    }
  }

  record Entered(Membership membership) implements Effect {
    @Override
    public String toString() {
      return "enter membership %d of %s from #%d"
          .formatted(membership.number(), membership.numbers(), membership.first());
    }
  }

  record TransferEnded(Object ticket, String failure) implements Effect {
    @Override
    public String toString() {
      return "end transfer " + ticket + (failure == null ? "" : ": " + failure);
    }
  }

  record ReadRefused(Object ticket, boolean busy) implements Effect {
    @Override
    public String toString() {
      return "refuse read " + ticket + (busy ? " busy" : "");
    }
  }

  record ProposalDecided(View view, long latencyNanos) implements Effect {
    @Override
    public String toString() {
      return "proposal decided " + view + " after " + latencyNanos;
    }
  }

  /** Sent to a subscriber. */
  record Streamed(Object subscriber, Message message) implements Effect {}

  /** What the core asks of storage, in words. */
  record Asked(String what) implements Effect {
    @Override
    public String toString() {
      return what;
    }
  }

  record Observed(ProtocolEvent event) implements Effect {
    @Override
    public String toString() {
      return "observe " + event;
    }
  }
}
