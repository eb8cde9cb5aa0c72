package io.synod.simulation.explore;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Decided;
import io.synod.core.message.Message;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.message.Vote;
import java.util.StringJoiner;

/** Describes choices, messages and records in words, with requests by their numbers. */
final class Narration {
  private final Model model;

  Narration(Model model) {
    this.model = model;
  }

  String choice(Choice choice) {
    int replica = choice.replica();
    return switch (choice.kind()) {
      case DELIVER, DELIVER_COPY, RELEASE, RELEASE_COPY -> {
        Envelope envelope = model.messages().at(choice.argument());
        yield "%d → %d %s%s"
            .formatted(
                envelope.from(),
                replica,
                message(envelope.message()),
                choice.kind().copies() ? ", to come again" : "");
      }
      case TIMER -> "replica %d: its next deadline passes".formatted(replica);
      case LEADER_LOST -> "replica %d: its connection to the leader breaks".formatted(replica);
      case PROPOSE -> "replica %d: proposes request %d".formatted(replica, choice.argument());
      case CHANGE ->
          "replica %d: is asked to replace member %d by the standby"
              .formatted(replica, model.replaced());
      case RESTART ->
          "replica %d: crashes and restarts, %d records were durable"
              .formatted(replica, choice.argument());
      case FLUSH -> "replica %d: %d records become durable".formatted(replica, choice.argument());
    };
  }

  String message(Message message) {
    if (message instanceof Accept accept) {
      return "Accept(%s, slot %d, %s; decided up to %d)"
          .formatted(accept.view(), accept.slot(), batch(accept.batch()), accept.decided());
    }
    if (message instanceof Accepted accepted) {
      return "Accepted(%s, slot %d, by %s)"
          .formatted(accepted.view(), accepted.first(), accepted.voters());
    }
    if (message instanceof Prepare prepare) {
      return "Prepare(%s, from slot %d)".formatted(prepare.view(), prepare.first());
    }
    if (message instanceof Promise promise) {
      StringJoiner votes = new StringJoiner(", ", "[", "]");
      promise.votes().forEach(vote -> votes.add(vote(vote)));
      return "Promise(%s, slots %d to %d: %s)"
          .formatted(promise.view(), promise.first(), promise.end(), votes);
    }
    if (message instanceof Decided decided) {
      StringJoiner batches = new StringJoiner(", ", "[", "]");
      decided.batches().forEach(batch -> batches.add(batch(batch)));
      return "Decided(from slot %d: %s; decided up to %d)"
          .formatted(decided.first(), batches, decided.decided());
    }
    return message.toString();
  }

  String fact(JournalRecord fact) {
    if (fact instanceof JournalRecord.Voted voted) {
      return "vote(slot %d, %s, %s)".formatted(voted.slot(), voted.view(), batch(voted.batch()));
    }
    if (fact instanceof JournalRecord.Promised promised) {
      return "promise(%s)".formatted(promised.view());
    }
    if (fact instanceof JournalRecord.Learnt learnt) {
      return "learnt(slot %d, %s)".formatted(learnt.slot(), batch(learnt.batch()));
    }
    return fact.toString();
  }

  private String vote(Vote vote) {
    View view = vote.view();
    return "slot %d %s %s"
        .formatted(vote.slot(), vote.decided() ? "decided" : view, batch(vote.batch()));
  }

  private String batch(Batch batch) {
    int number = model.number(batch);
    if (model.isChange(number)) {
      return "the change";
    }
    return number == 0 ? "no-op" : "request %d of %d bytes".formatted(number, batch.length());
  }
}
