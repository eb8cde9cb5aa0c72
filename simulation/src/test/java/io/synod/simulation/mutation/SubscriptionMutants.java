package io.synod.simulation.mutation;

import java.util.List;

/**
 * What subscribers receive, and what they make of it when they change their source. Not here, for
 * it is too rare, and tested as a unit: what is held beyond the credit when another source is
 * found, a source that is found before a part of the last one's snapshot is stored, and a message
 * that begins behind the next slot with batches, which no source sends.
 */
final class SubscriptionMutants {
  private static final String SUBSCRIPTIONS = "core.subscription.Subscriptions";
  private static final String SUBSCRIBER = "core.subscription.Subscriber";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a subscriber is sent one slot too few when a message was full",
              SUBSCRIPTIONS,
              "      if (bytes > messageBytes && !batches.isEmpty()) {\n        break;",
              "      if (bytes > messageBytes && !batches.isEmpty()) {\n"
                  + "        subscription.next++;\n        break;"),
          new Mutant(
              "a subscriber is sent what is only voted for",
              SUBSCRIPTIONS,
              List.of(
                  new Mutant.Edit(
                      "&& subscription.next < end\n", "&& log.batch(subscription.next) != null\n"),
                  new Mutant.Edit(
                      "slot < end && subscription.credit > 0",
                      "log.batch(slot) != null && subscription.credit > 0"))),
          new Mutant(
              "a subscriber for whom the log was cut goes on where that begins",
              SUBSCRIPTIONS,
              """
                    subscription.cut = true;
                    subscription.sentNanos = nowNanos;
                    out.sendToSubscriber(ticket, new Decided(log.first(), log.decided(), List.of()));
                    return;
              """,
              """
                    subscription.next = log.first();
              """),
          new Mutant(
              "a subscriber for whom the log was cut does not learn of that",
              SUBSCRIPTIONS,
              "      out.sendToSubscriber(ticket, new Decided(log.first(), log.decided(), List.of()));\n",
              ""),
          new Mutant(
              "a subscriber is sent more than it has given credit for",
              SUBSCRIPTIONS,
              "      subscription.credit -= weight;",
              "      subscription.credit -= 8;"),
          new Mutant(
              "credit of a subscriber is lost",
              SUBSCRIPTIONS,
              "      subscription.credit += Math.min(bytes, grantable);",
              "      subscription.credit += Math.min(bytes / 2, grantable);"),
          new Mutant(
              "what a subscriber grants for a batch beyond the source's bound is cut to that bound",
              SUBSCRIPTIONS,
              "      subscription.credit += Math.min(bytes, grantable);",
              "      subscription.credit += Math.min(Math.min(bytes, creditMax), grantable);"),
          new Mutant(
              "a source without a leader keeps its subscribers",
              SUBSCRIPTIONS,
              "      boolean isDue = isInTouch && !subscription.cut && nowNanos >= due;",
              "      boolean isDue = !subscription.cut && nowNanos >= due;"),
          new Mutant(
              "a source that has nothing new is silent",
              SUBSCRIPTIONS,
              "      boolean isDue = isInTouch && !subscription.cut && nowNanos >= due;",
              "      boolean isDue = isInTouch && !subscription.cut && nowNanos >= due + 100 * interval;"),
          new Mutant(
              "a subscriber that is gone is still sent decisions",
              SUBSCRIPTIONS,
              "    all.remove(ticket);",
              "    // It stays."),
          new Mutant(
              "a subscriber goes on where its source's log begins",
              SUBSCRIBER,
              "    if (message.first() == next) {\n",
              "    if (message.first() >= next) {\n      next = message.first();\n"),
          new Mutant(
              "a subscriber subscribes from the last slot that it has",
              SUBSCRIBER,
              "    out.subscribe(next, ",
              "    out.subscribe(Math.max(0, next - 1), "),
          new Mutant(
              "a subscriber goes on one slot early behind a snapshot",
              SUBSCRIBER,
              "      next = event.end();",
              "      next = event.end() - 1;"),
          new Mutant(
              "a subscriber goes on one slot late behind a snapshot",
              SUBSCRIBER,
              "      next = event.end();",
              "      next = event.end() + 1;"),
          new Mutant(
              "a subscriber goes on before its snapshot is restored",
              SUBSCRIBER,
              "      out.restoreSnapshot(event.end());",
              "      out.restoreSnapshot(event.end());\n      onRestored(nowNanos, out);"),
          new Mutant(
              "a subscriber keeps parts of a snapshot whose source is lost",
              SUBSCRIBER,
              "    state = State.APART;\n    if (fetch.isActive()) {\n      fetch.abandon(out);\n    }",
              "    state = State.APART;"),
          new Mutant(
              "a subscriber grants its next source what it holds already",
              SUBSCRIBER,
              "    long freeBytes = settings.creditBytes() - held;",
              "    long freeBytes = settings.creditBytes();"),
          new Mutant(
              "a subscriber grants twice what it was done with before it had a source",
              SUBSCRIBER,
              "    freed = Math.min(0, freeBytes);",
              "    freed = Math.min(freed, freeBytes);"),
          new Mutant(
              "a subscriber that is done with all grants nothing",
              SUBSCRIBER,
              "    if (state == State.FOLLOWING && freed >= grantBytes) {",
              "    if (state == State.FOLLOWING && freed > settings.creditBytes()) {"),
          new Mutant(
              "a subscriber does not learn that its source lets less come than it was granted",
              SUBSCRIBER,
              "      grantBytes = Math.max(1, Math.min(grantBytes, (held + freed) / 2));\n",
              ""),
          new Mutant(
              "a subscriber stays with a source that is silent",
              SUBSCRIBER,
              "      leave(\"it sent nothing for four keep-alive intervals\", out);",
              "      silence.clear();"),
          new Mutant(
              "a subscriber stays with a source that sends no snapshot",
              SUBSCRIBER,
              "    if (state == State.FETCHING && !fetch.isActive()) {",
              "    if (state == State.ENDING && !fetch.isActive()) {"),
          new Mutant(
              "a learner's source answers how far to read without asking a quorum",
              "core.replica.Dispatch",
              "      quorumReads.add(ticket, step.now(), step.out());",
              "      step.out().serveRead(ticket);"));

  private SubscriptionMutants() {}
}
