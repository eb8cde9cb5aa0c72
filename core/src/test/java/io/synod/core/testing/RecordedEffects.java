package io.synod.core.testing;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.DecisionsWanted;
import io.synod.core.effect.Effects;
import io.synod.core.effect.JournalRecord;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.membership.Membership;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Message;
import io.synod.core.message.SnapshotPart;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Keeps every effect, in order. */
public class RecordedEffects implements Effects {
  private final Set<Object> full = new HashSet<>();
  private final List<Effect> effects = new ArrayList<>();

  /** Every effect since the last {@link #clear}. */
  public List<Effect> all() {
    return effects;
  }

  /** Every effect since the last {@link #clear}, records left out, as one line each. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Effect effect : effects) {
      if (!(effect instanceof Effect.Observed)) {
        lines.add(effect.toString());
      }
    }
    return lines;
  }

  /** The messages of one kind that were sent to any replica, in order. */
  public <M extends Message> List<M> sent(Class<M> kind) {
    List<M> messages = new ArrayList<>();
    for (Effect.Sent sent : of(Effect.Sent.class)) {
      if (kind.isInstance(sent.message())) {
        messages.add(kind.cast(sent.message()));
      }
    }
    return messages;
  }

  /** The events of one kind that were observed, in order. */
  public <F extends ProtocolEvent> List<F> events(Class<F> kind) {
    List<F> events = new ArrayList<>();
    for (Effect.Observed observed : of(Effect.Observed.class)) {
      if (kind.isInstance(observed.event())) {
        events.add(kind.cast(observed.event()));
      }
    }
    return events;
  }

  /** The effects of one kind, in order. */
  public <E extends Effect> List<E> of(Class<E> kind) {
    List<E> found = new ArrayList<>();
    for (Effect effect : effects) {
      if (kind.isInstance(effect)) {
        found.add(kind.cast(effect));
      }
    }
    return found;
  }

  public void clear() {
    effects.clear();
  }

  @Override
  public void send(ReplicaSet to, Message message) {
    effects.add(new Effect.Sent(to, message, false));
  }

  @Override
  public void sendWhenDurable(ReplicaSet to, Message message) {
    effects.add(new Effect.Sent(to, message, true));
  }

  @Override
  public void sendHeartbeat(ReplicaSet to, Message message) {
    sendWhenDurable(to, message);
  }

  @Override
  public void persist(JournalRecord record) {
    effects.add(new Effect.Stored(record));
  }

  @Override
  public void deliver(long slot, Batch batch) {
    effects.add(new Effect.Delivered(slot, batch));
  }

  @Override
  public void serveRead(Object ticket) {
    effects.add(new Effect.ReadServed(ticket));
  }

  @Override
  public void refuseRead(Object ticket, boolean busy) {
    effects.add(new Effect.ReadRefused(ticket, busy));
  }

  @Override
  public void proposalDecided(View view, long latencyNanos) {
    effects.add(new Effect.ProposalDecided(view, latencyNanos));
  }

  @Override
  public void takeSnapshot() {
    effects.add(new Effect.Asked("take snapshot"));
  }

  @Override
  public void restoreSnapshot(long end) {
    effects.add(new Effect.Asked("restore snapshot #" + end));
  }

  @Override
  public void cutJournal(long slot) {
    effects.add(new Effect.Asked("cut journal #" + slot));
  }

  @Override
  public void readDecisions(DecisionsWanted wanted) {
    effects.add(new Effect.Asked("read decisions " + wanted));
  }

  @Override
  public void sendSnapshotPart(int to, FetchSnapshot request) {
    effects.add(new Effect.Asked("send snapshot part to " + to + " " + request));
  }

  @Override
  public boolean takesMore(Object ticket) {
    return !full.contains(ticket);
  }

  /** Whether the connection of a subscriber takes more. */
  public void takes(Object ticket, boolean more) {
    if (more) {
      full.remove(ticket);
    } else {
      full.add(ticket);
    }
  }

  @Override
  public void sendToSubscriber(Object ticket, Message message) {
    effects.add(new Effect.Streamed(ticket, message));
  }

  @Override
  public void readSnapshotPart(Object ticket, FetchSnapshot request) {
    effects.add(new Effect.Asked("read snapshot part for " + ticket + " " + request));
  }

  @Override
  public void storeSnapshotPart(SnapshotPart part) {
    effects.add(new Effect.Asked("store " + part));
  }

  @Override
  public void dropSnapshotParts() {
    effects.add(new Effect.Asked("drop snapshot parts"));
  }

  @Override
  public void operatorAnswered(Object ticket, String failure) {
    effects.add(new Effect.TransferEnded(ticket, failure));
  }

  @Override
  public void enter(Membership membership) {
    effects.add(new Effect.Entered(membership));
  }

  @Override
  public void leave(String reason) {
    effects.add(new Effect.Asked("leave: " + reason));
  }

  @Override
  public void stop(String reason) {
    effects.add(new Effect.Asked("stop: " + reason));
  }

  @Override
  public void observe(ProtocolEvent event) {
    effects.add(new Effect.Observed(event));
  }

  @Override
  public String toString() {
    return String.join("\n", effects.stream().map(Object::toString).toList());
  }
}
